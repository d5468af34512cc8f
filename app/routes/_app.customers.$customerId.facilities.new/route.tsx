import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { FacilityForm } from "#app/features/organizations/facility-form.tsx";
import { answerNewFacility } from "#app/features/organizations/organizations.page.server.ts";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import { requireCustomerChange } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/organizations/texts.ts";

export const handle = { titleKey: "organizations.newFacility" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { basePath } = await requireCustomerChange(args, "facilities");
  return { basePath };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireCustomerChange(args, "facilities");
  return answerNewFacility(page.ctx, page.customer.id, await readForm(args.request));
}

export default function NewFacility() {
  const { t } = useTranslation();
  const { basePath } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <FacilityForm
      facility={null}
      answer={useActionData<typeof action>()}
      onDone={() =>
        navigate(safeRedirect(params.get("redirect"), `${basePath}/facilities`), {
          replace: true,
          state: arrival(t("organizations.saved")),
        })
      }
    />
  );
}

export const ErrorBoundary = PageFailure;
