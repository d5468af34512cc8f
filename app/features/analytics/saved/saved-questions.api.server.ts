import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { newSavedQuestion, savedQuestionView } from "./saved-question.ts";
import { deleteSavedQuestion, listSavedQuestions, saveQuestion } from "./saved-questions.server.ts";

const device = z
  .union([z.int(), z.string().min(1).max(128)])
  .transform(String)
  .meta({ description: "Id or serial number" });

export const savedQuestionsApi = [
  defineApi("/v1/saved_questions", {
    GET: {
      summary:
        "Saved questions of a machine's analytics: the caller's own, and those that are shared",
      access: "signed_in",
      query: z.object({ device_id: z.string().min(1).max(128) }),
      response: z.object({ data: z.array(savedQuestionView.schema) }),
      handle: async ({ ctx, query }) => ({
        data: (await listSavedQuestions(ctx, query.device_id)).map(savedQuestionView.toJson),
      }),
    },
    POST: {
      summary:
        "Saves a question of a machine's analytics tab, for the caller or for all who see it",
      access: "signed_in",
      body: newSavedQuestion.extend({ device_id: device }),
      response: z.object({ data: savedQuestionView.schema }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, body: { device_id, ...input } }) {
        return {
          data: savedQuestionView.toJson(await saveQuestion(ctx, device_id, toCamelKeys(input))),
        };
      },
    },
  }),
  defineApi("/v1/saved_questions/{id}", {
    DELETE: {
      summary: "Deletes a saved question: for its author, and for administrators a shared one",
      access: "signed_in",
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await deleteSavedQuestion(ctx, rowId(params.id)),
      }),
    },
  }),
];
