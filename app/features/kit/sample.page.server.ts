/** What the kit's forms are answered, so that every state of a form can be seen: the name says which. */
import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { answerForm } from "#app/pages/answer-form.server.ts";
import { sampleThing, type SampleDone } from "./sample.ts";

const named = z.object({ name: z.string().max(40) });

export function answerSampleForm(form: FormData) {
  switch (form.get("intent")) {
    case "delete-sample":
      return answerForm({ intent: "delete-sample", form, schema: named, run: save });
    case "page-sample":
      return answerForm({ intent: "page-sample", form, schema: sampleThing, run: save });
    default:
      return answerForm({ intent: "save-sample", form, schema: sampleThing, run: save });
  }
}

async function save({ name }: { name: string }): Promise<SampleDone> {
  switch (name) {
    case "taken":
      throw new AppError("validation_failed", { fields: { email: [{ code: "gone" }] } });
    case "forbidden":
      throw new AppError("forbidden");
    case "broken":
      throw new Response("Broken", { status: 500 });
    case "ended":
      throw new Response(null, { status: 302, headers: { Location: "/login?redirect=/dev/kit" } });
    default:
      return { name };
  }
}
