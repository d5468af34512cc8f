import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./texts.ts";

type Props = { open: boolean; onClose: () => void; basePath: string; serialNumber: string };

/** The label of a machine, to look at, print and keep. */
export default function QrDialog({ open, onClose, basePath, serialNumber }: Props) {
  const { t } = useTranslation();
  const image = `${basePath}/qr.svg`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("machineQr.title")}
      description={t("machineQr.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("drawer.close")}</Button>
          <ButtonAnchor href={image} download={`${serialNumber}.svg`}>
            {t("machineQr.download")}
          </ButtonAnchor>
          <ButtonAnchor tone="primary" href={image} target="_blank" rel="noreferrer">
            {t("machineQr.open")}
          </ButtonAnchor>
        </>
      }
    >
      <img
        src={image}
        width={240}
        height={288}
        alt={t("machineQr.alt", { url: basePath })}
        className="mx-auto mt-4 rounded-control border border-line bg-white"
      />
    </Dialog>
  );
}
