import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerForm } from "#app/features/organizations/customer-form.tsx";
import { CustomerTabBar } from "#app/features/organizations/customer-tab-bar.tsx";
import { answerNewCustomer } from "#app/features/organizations/organizations.page.server.ts";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import { requireNewCustomer } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/organizations/texts.ts";

export const handle = { titleKey: "organizations.newCustomer" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, base } = await requireNewCustomer(args);
  return { base, today: new Date(ctx.now).toISOString().slice(0, 10) };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireNewCustomer(args);
  return answerNewCustomer(ctx, await readForm(args.request));
}

export default function NewCustomerPage() {
  const { t } = useTranslation();
  const { base, today } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <>
      <CustomerTabBar
        basePath={`${base}/new`}
        label={t("organizations.newCustomer")}
        tabs={["details"]}
      />
      <CustomerForm
        customer={null}
        today={today}
        answer={useActionData<typeof action>()}
        onDone={({ id }) =>
          navigate(safeRedirect(params.get("redirect"), `${base}/${id}`), {
            replace: true,
            state: arrival(t("organizations.saved")),
          })
        }
      />
    </>
  );
}

export const ErrorBoundary = PageFailure;
