import { useNavigate } from "@remix-run/react";
import { FileDown, FileUp } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { saveCsv } from "#app/components/save-file.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { MAX_PEOPLE_AT_ONCE } from "#app/domain/limits.ts";
import { csvLine } from "#app/domain/formats/csv.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { decodeText } from "#app/domain/formats/decode-text.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { LeaveGuard } from "#app/kit/forms/leave-guard.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import {
  MAX_PEOPLE_CSV,
  columnIn,
  PEOPLE_COLUMNS,
  peopleFileForm,
  type PeopleFile,
  type PeopleFileDone,
} from "./people-file.ts";
import { PeoplePreview } from "./people-preview.tsx";
import type { FacilityChoice } from "./user-form.tsx";
import "./texts.ts";

type Props = {
  /** The customer's, which a file gives by name. */
  facilities: readonly FacilityChoice[];
  listPath: string;
  answer: FormAnswer<PeopleFileDone> | undefined;
};

/** Many people from a CSV file: read into the page, looked at line by line, then invited all together or not at all. */
export function PeopleFileForm({ facilities, listPath, answer }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [csv, setCsv] = useState(answer?.done?.csv ?? "");
  const [looked, setLooked] = useState<PeopleFileDone | null>(answer?.done ?? null);
  const isInvited = useRef(false);
  const isUnsent = useCallback(() => csv.trim() !== "" && !isInvited.current, [csv]);
  // What was looked at counts for the text that was looked at.
  const file = looked !== null && isSameText(looked.csv, csv) ? looked.file : null;
  const isReady = file !== null && !file.isDone && file.refused === 0;
  const finish = (done: PeopleFileDone) => {
    setLooked(done);
    if (!done.file.isDone) return;
    isInvited.current = true;
    navigate(listPath, {
      state: arrival(t("userAdmin.many.done", { count: done.file.added })),
    });
  };
  return (
    <div className="space-y-4">
      <Card as="section" className="max-w-4xl p-4 lg:p-5">
        <ResourceForm<typeof peopleFileForm, PeopleFileDone>
          id="people-file"
          intent="many"
          schema={peopleFileForm}
          defaultValue={{ csv }}
          answer={answer}
          hidden={{ step: isReady ? "invite" : "look" }}
          submit={
            isReady
              ? {
                  label: t("userAdmin.many.invite", { count: file.added }),
                  busyLabel: t("userAdmin.many.inviting"),
                }
              : { label: t("userAdmin.many.look"), busyLabel: t("userAdmin.many.looking") }
          }
          guard={false}
          onDone={finish}
          aside={<ButtonLink to={listPath}>{t("userAdmin.many.back")}</ButtonLink>}
        >
          {(form) => (
            <>
              <Explanation facilities={facilities} />
              <TextOfFile form={form} csv={csv} onChange={setCsv} />
            </>
          )}
        </ResourceForm>
        <LeaveGuard isDirty={isUnsent} />
      </Card>
      {file !== null && <Looked file={file} />}
    </div>
  );
}

function Looked({ file }: { file: PeopleFile }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("userAdmin.many.looked")}</h2>
      <PeoplePreview file={file} />
    </Card>
  );
}

function Explanation({ facilities }: Pick<Props, "facilities">) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const names = facilities.map(({ name }) => name);
  const role = locale === "es" ? "usuario" : "user";
  const example = ["Ana", "Rao", "ana.rao@example.com", null, role, names[0] ?? null, locale];
  return (
    <div className="space-y-2 text-sm text-ink-soft">
      <p>{t("userAdmin.many.lead", { most: MAX_PEOPLE_AT_ONCE })}</p>
      <p>{t("userAdmin.many.columns")}</p>
      <p>
        {names.length > 0
          ? t("userAdmin.many.facilities", { names: names.join(" | ") })
          : t("userAdmin.many.noFacilities")}
      </p>
      <Button
        size="small"
        onClick={() => saveCsv("helios-people.csv", csvLine(columnsIn(locale)) + csvLine(example))}
      >
        <FileDown className="size-4" aria-hidden="true" />
        {t("userAdmin.many.example")}
      </Button>
    </div>
  );
}

/** The text of a file that was chosen, or pasted from a spreadsheet; what is wrong with it can be mended in place. */
function TextOfFile({
  form,
  csv,
  onChange,
}: {
  form: ResourceFormState<typeof peopleFileForm>;
  csv: string;
  onChange: (csv: string) => void;
}) {
  const { t } = useTranslation();
  const { number, locale } = useFormats();
  const chooser = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<"tooLarge" | "unread" | null>(null);
  const label = t("userAdmin.many.text");
  const { id, name, errors } = form.fieldProps("csv", label);
  const shown =
    fault === null ? errors : [t(`userAdmin.many.${fault}`, { most: number(MAX_PEOPLE_CSV) })];
  const readFile = async (file: File) => {
    // Every character has at most four bytes.
    if (file.size > 4 * MAX_PEOPLE_CSV) return setFault("tooLarge");
    // Gone since it was chosen, or kept by a service that can't be reached now.
    const bytes = await file.arrayBuffer().catch(() => null);
    setFault(bytes === null ? "unread" : null);
    if (bytes !== null) onChange(decodeText(bytes));
  };
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-end justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <Button size="small" onClick={() => chooser.current?.click()}>
          <FileUp className="size-4" aria-hidden="true" />
          {t("userAdmin.many.choose")}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={t("userAdmin.many.choose")}
          hidden
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void readFile(chosen);
            currentTarget.value = "";
          }}
        />
      </div>
      <textarea
        id={id}
        name={name}
        value={csv}
        onChange={({ currentTarget }) => {
          setFault(null);
          onChange(currentTarget.value);
        }}
        rows={12}
        spellCheck={false}
        wrap="off"
        placeholder={columnsIn(locale).join(",")}
        aria-invalid={shown.length > 0 || undefined}
        aria-describedby={shown.length > 0 ? `${id}-errors` : undefined}
        className="block w-full overflow-auto rounded-control border border-line-strong bg-card px-3 py-2 font-mono text-xs leading-5 text-ink placeholder:text-ink-faint hover:border-ink-faint focus-visible:outline-offset-0"
      />
      <FieldErrors id={id} errors={shown} />
    </div>
  );
}

const columnsIn = (locale: Locale) => PEOPLE_COLUMNS.map((name) => columnIn(locale, name));

/** A form sends its lines with a carriage return each. */
const isSameText = (one: string, other: string) =>
  one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");
