import { describe, expect, it } from "vitest";
import { composeMail, composePhoneCode } from "./compose.ts";
import { isMailAddress } from "./address.ts";
import { SUPPORT_EMAIL } from "#app/domain/support.ts";
import { MAIL_KINDS, MAIL_WORDS, type MailTemplate } from "./templates.ts";

const values = { name: "Kim", when: "2026-11-19 15:00", email: "new@x.example" };
const unsubscribe = {
  page: "https://helios.test/s/p?token=1.a",
  oneClick: "https://helios.test/s/o?token=1.a",
};
const link = "https://helios.test/login/reset-password/abc";
const templates = Object.keys(MAIL_KINDS) as MailTemplate[];

describe("a mail", () => {
  it.each(templates)(
    "%s has a subject, plain words and HTML in both languages, and leaves no gap open",
    (template) => {
      const [en, es] = (["en", "es"] as const).map((locale) =>
        composeMail({ template, to: "kim@x.example", locale, values, link, unsubscribe }),
      );
      expect(en?.subject).not.toBe(es?.subject);
      for (const mail of [en, es]) {
        expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/\{\w+\}|undefined/);
        expect(mail?.html).toContain(`lang="${mail?.locale}"`);
      }
      for (const part of ["before", "after"] as const)
        expect(MAIL_WORDS.en[template][part]).toHaveLength(MAIL_WORDS.es[template][part].length);
    },
  );

  it.each(["en", "es"] as const)("tells a copied address how to stop it, in %s", (locale) => {
    const to = "copy@x.example";
    const mailOf = (template: MailTemplate) =>
      composeMail({ template, to, locale, values, unsubscribe: null });
    const { text, html, headers } = mailOf("alarm_raised");
    for (const part of [text, html]) expect(part).toContain(SUPPORT_EMAIL);
    expect(headers).toEqual({});
    expect(mailOf("password_reset").text).not.toContain(SUPPORT_EMAIL);
  });

  it("calls a facility in Spanish what the pages call it", () => {
    const said = JSON.stringify(MAIL_WORDS.es.parts_quote);
    expect(said).toContain("Instalación: {facility}");
    expect(JSON.stringify(MAIL_WORDS.es)).not.toMatch(/planta/i);
  });

  it("cannot be made to carry another header by a name, nor HTML", () => {
    const name = 'Kim\r\nBcc: all@x.example\u2028<script>alert("1")</script>';
    for (const template of templates) {
      const mail = composeMail({
        template,
        to: "kim@x.example",
        locale: "en",
        values: { ...values, name },
        link,
        unsubscribe,
      });
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.text).not.toMatch(/^Bcc/m);
      expect(mail.html).not.toContain("<script");
      for (const value of Object.values(mail.headers)) expect(value).not.toMatch(/[\r\n]/);
    }
  });

  it("goes to one plain address", () => {
    const bad = [
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example,c@d.example",
      "A <a@b.example>",
      "a b@c.example",
      "a@b",
      "",
      "a@b.example\u0000",
    ];
    for (const to of bad) {
      expect([to, isMailAddress(to)]).toEqual([to, false]);
      expect(() =>
        composeMail({ template: "password_reset", to, locale: "en", values, link }),
      ).toThrow("one plain address");
    }
    expect(isMailAddress("kim.o'lee+x@sub.acme.example")).toBe(true);
  });

  it("of a notification has its one-click way out, one of a credential has none", () => {
    expect(() =>
      composeMail({ template: "notifications_on", to: "kim@x.example", locale: "en", values }),
    ).toThrow("way out");
    expect(
      composeMail({
        template: "notifications_on",
        to: "kim@x.example",
        locale: "en",
        values,
        unsubscribe,
      }).headers,
    ).toEqual({
      "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(
      composeMail({ template: "password_reset", to: "kim@x.example", locale: "en", values, link })
        .headers,
    ).toEqual({});
  });
});

it("a text message carries the code and nothing to click", () => {
  expect(composePhoneCode("+14235550142", "es", "012345").text).toMatch(/^012345 es su código/);
});
