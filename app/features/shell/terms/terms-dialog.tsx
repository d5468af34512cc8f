import { Form, useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./texts.ts";

const stayOpen = () => undefined;

/** Stands before everything until it is answered: agree stores the moment, disagree logs out. */
export default function TermsDialog({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const acceptance = useFetcher<{ ok: boolean }>();
  const busy = acceptance.state !== "idle";
  return (
    <Dialog
      open={open}
      onClose={stayOpen}
      title={t("terms.title")}
      description={t("terms.intro")}
      actions={
        <>
          <Form method="post" action="/logout" className="contents">
            <Button type="submit">{t("terms.disagree")}</Button>
          </Form>
          <acceptance.Form method="post" action="/terms" className="contents">
            <Button autoFocus type="submit" tone="primary" disabled={busy}>
              {t("terms.agree")}
            </Button>
          </acceptance.Form>
        </>
      }
    >
      {/* A keyboard scrolls only what can be focused. */}
      <div
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t("terms.title")}
        className="mt-4 max-h-64 space-y-3 overflow-y-auto rounded-control border border-line bg-sunken p-4 text-sm text-ink-soft"
      >
        <p>{t("terms.use")}</p>
        <p>{t("terms.data")}</p>
        <p>{t("terms.account")}</p>
      </div>
      {acceptance.data?.ok === false && (
        <p role="alert" className="mt-3 text-sm text-alarm">
          {t("terms.failed")}
        </p>
      )}
    </Dialog>
  );
}
