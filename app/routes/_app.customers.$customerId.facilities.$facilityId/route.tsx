import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { listShelvedAlarms } from "#app/features/alarms/list-shelved.server.ts";
import { ShelvedAlarms } from "#app/features/alarms/shelved-alarms.tsx";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { DeleteButton } from "#app/features/organizations/delete-button.tsx";
import { FacilityReading } from "#app/features/organizations/details-list.tsx";
import { FacilityForm } from "#app/features/organizations/facility-form.tsx";
import { FacilityService } from "#app/features/organizations/facility-service.tsx";
import { FacilityMachines } from "#app/features/organizations/facility-machines.tsx";
import { facilityView } from "#app/features/organizations/facility.ts";
import { answerFacilityForm } from "#app/features/organizations/organizations.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import { requireCustomerFacility } from "#app/features/organizations/customer.page.server.ts";
import { denyAccess } from "#app/pages/guards.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/alarms/texts.ts";
import "#app/features/organizations/texts.ts";

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireCustomerFacility(args);
  const { ctx, crumbNames, facility, basePath, canChange } = page;
  // Closed, it took its machines out of service with it.
  const isRetired = facility.retiredAt !== null;
  const [machines, shelved] = await Promise.all([
    listMachines(ctx, { facilityId: facility.id, isRetired }),
    readBlock("shelved alarms", listShelvedAlarms(ctx, { facilityId: facility.id })),
  ]);
  return {
    crumbNames,
    title: facility.name,
    facility: facilityView.toJson(facility),
    service: canManageCustomers(ctx.actor) ? { isRetired } : null,
    machines: machines.map(({ id, serialNumber, name, make, model }) => ({
      id,
      serialNumber,
      name,
      make,
      model,
    })),
    shelved: shelved.content,
    listPath: `${basePath}/facilities`,
    canChange,
  };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireCustomerFacility(args);
  if (!page.canChange) throw denyAccess(page.ctx);
  return answerFacilityForm(page.ctx, page.facility, await readForm(args.request));
}

export default function CustomerFacility() {
  const { t } = useTranslation();
  const { facility, service, machines, shelved, listPath, canChange } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigate = useNavigate();
  return (
    // Beside the form what stands in the facility; narrow, before what ends it.
    <div className="grid items-start gap-x-6 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
      {canChange ? (
        <FacilityForm
          facility={facility}
          answer={answer}
          onDone={() =>
            navigate(listPath, { replace: true, state: arrival(t("organizations.saved")) })
          }
        />
      ) : (
        <FacilityReading facility={facility} />
      )}
      <div className="min-w-0 space-y-6 max-xl:mt-6 xl:row-span-2">
        <FacilityMachines machines={machines} />
        <ShelvedAlarms alarms={shelved} />
      </div>
      {canChange && (
        <div className="max-xl:mt-2">
          <DeleteButton
            label={t("organizations.deleteFacility")}
            name={facility.name}
            text={t("organizations.deleteFacilityText")}
            listPath={listPath}
          />
          {service && <FacilityService name={facility.name} {...service} />}
        </div>
      )}
    </div>
  );
}

export const ErrorBoundary = PageFailure;
