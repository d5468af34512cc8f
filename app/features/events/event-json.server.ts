import { toIso, toIsoOrNull } from "#app/domain/formats/api-time.ts";
import { writePlace } from "#app/domain/formats/list-place.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  authorOf,
  isOwnEvent,
  type Intervention,
  type MachineEvent,
} from "./event-record.server.ts";
import type { Component } from "./list-components.server.ts";
import type { EventPage } from "./list-events.server.ts";
import type { ComponentJson, EventJson, EventPageJson } from "./schemas.ts";

/** An event as /v1 answers it to the actor. */
export const toEventJson = (event: MachineEvent, actor: Actor): EventJson => ({
  id: event.id,
  device_id: event.device.id,
  device: {
    id: event.device.id,
    name: event.device.name,
    serial_number: event.device.serialNumber,
  },
  name: event.name,
  start_at: toIso(event.startAt),
  end_at: toIso(event.endAt),
  downtime_start_at: toIsoOrNull(event.downtimeStartAt),
  downtime_end_at: toIsoOrNull(event.downtimeEndAt),
  notes: event.notes,
  author: authorOf(event),
  user: event.user && {
    id: event.user.id,
    first_name: event.user.firstName,
    last_name: event.user.lastName,
  },
  sampler: event.sampler,
  kiwi_class: event.kiwiClass,
  created_at: toIso(event.createdAt),
  changed_at: toIsoOrNull(event.changedAt),
  can_change: isOwnEvent(actor, event),
  interventions: event.interventions.map(toInterventionJson),
});

export const toEventPageJson = ({ events, next }: EventPage, actor: Actor): EventPageJson => ({
  data: events.map((event) => toEventJson(event, actor)),
  next_before: next && writePlace(next),
});

const toInterventionJson = ({
  id,
  type,
  component,
  componentPartNumber,
  reason,
}: Intervention): EventJson["interventions"][number] => ({
  id,
  type,
  component_id: component.id,
  component: { id: component.id, name: component.name, parent_name: component.parentName },
  component_part_number: componentPartNumber,
  reason_id: reason?.id ?? null,
  reason,
});

export const toComponentJson = ({
  parentId,
  parentName,
  ...component
}: Component): ComponentJson => ({
  ...component,
  parent_id: parentId,
  parent_name: parentName,
});
