import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerForm, CustomerReading } from "#app/features/organizations/customer-form.tsx";
import { customerView } from "#app/features/organizations/customer.ts";
import { DeleteButton } from "#app/features/organizations/delete-button.tsx";
import { answerCustomerForm } from "#app/features/organizations/organizations.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import {
  requireCustomerChange,
  requireCustomerTab,
} from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import "#app/features/organizations/texts.ts";

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, customer, canChange, base } = await requireCustomerTab(args, "details");
  const today = new Date(ctx.now).toISOString().slice(0, 10);
  return { customer: customerView.toJson(customer), canChange, base, today };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireCustomerChange(args, "details");
  return answerCustomerForm(page.ctx, page.customer.id, await readForm(args.request));
}

export default function CustomerDetails() {
  const { t } = useTranslation();
  const { customer, canChange, base, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const arrived = useArrivalToast();
  return (
    <>
      {canChange ? (
        <>
          <CustomerForm customer={customer} today={today} answer={answer} />
          <DeleteButton
            label={t("organizations.deleteCustomer")}
            name={customer.name}
            text={t("organizations.deleteCustomerText")}
            listPath={base}
          />
        </>
      ) : (
        <CustomerReading customer={customer} today={today} />
      )}
      {arrived}
    </>
  );
}

export const ErrorBoundary = PageFailure;
