/** The words of every message that Helios sends, in both languages. `{name}` is replaced by the value of that name. */
import type { Locale } from "#app/domain/preferences.ts";
import { SUPPORT_EMAIL } from "#app/domain/support.ts";

/** Paragraphs before and after the one link that a mail may have. */
type Words = { subject: string; before: string[]; link?: string; after: string[] };

/** A credential mail is never unsubscribed from; a notification always can be; an order goes to whoever sells parts. */
export const MAIL_KINDS = {
  password_reset: "credential",
  password_reset_demanded: "credential",
  account_setup: "credential",
  password_changed: "credential",
  email_changed_from: "credential",
  email_change_link: "credential",
  email_change_asked: "credential",
  notifications_on: "notification",
  comment_mention: "notification",
  parts_quote: "order",
  alarm_raised: "notification",
  alarm_storm: "notification",
} as const satisfies Record<string, "credential" | "notification" | "order">;
export type MailTemplate = keyof typeof MAIL_KINDS;
/** Messages whose words open an account: erased once they are sent. */
export const isSecretMessage = (template: string): boolean =>
  [
    "password_reset",
    "password_reset_demanded",
    "account_setup",
    "email_change_link",
    "phone_code",
  ].includes(template);

const en: Record<MailTemplate, Words> = {
  password_reset: {
    subject: "Reset your Helios password",
    before: [
      "Hello {name},",
      "Somebody, hopefully you, asked to reset the password of your Helios account. The link works once, within one hour.",
    ],
    link: "Set a new password",
    after: ["If it was not you, do nothing: your password stays as it is."],
  },
  password_reset_demanded: {
    subject: "Choose a new Helios password",
    before: [
      "Hello {name},",
      "An administrator asks you to choose a new password for your Helios account. The link works once, within one hour.",
    ],
    link: "Set a new password",
    after: ["Once it has expired, sign in as always: you are asked for a new password there."],
  },
  account_setup: {
    subject: "Your Helios account is ready",
    before: [
      "Hello {name},",
      "An account was made for you in Helios. Choose a password to begin; the link works once, within seven days.",
    ],
    link: "Choose a password",
    after: [],
  },
  password_changed: {
    subject: "Your Helios password was changed",
    before: [
      "Hello {name},",
      "The password of your Helios account was changed on {when}. Everywhere else you have been signed out.",
    ],
    link: "That was not me: reset my password",
    after: ["If it was you, there is nothing to do."],
  },
  email_changed_from: {
    subject: "The email address of your Helios account was changed",
    before: [
      "Hello {name},",
      "Your Helios account now belongs to {email}; this address no longer signs in. It was changed on {when}.",
    ],
    after: ["If it was not you, contact Support at once: {support}"],
  },
  email_change_link: {
    subject: "Confirm this address for your Helios account",
    before: [
      "Hello {name},",
      "This address was entered for a Helios account on {when}. It counts once you open the link, which works once, within 24 hours. Until then you sign in with the old one.",
    ],
    link: "Confirm this address",
    after: [
      "If you do not know Helios, somebody mistyped their address: do nothing, and it is not used.",
    ],
  },
  email_change_asked: {
    subject: "A new email address was entered for your Helios account",
    before: [
      "Hello {name},",
      "On {when} somebody who knows your password entered {email} for your Helios account. It counts once the link that we sent there is opened.",
    ],
    link: "Not me: open my account and withdraw it",
    after: ["If it was not you, change your password too, or contact Support: {support}"],
  },
  notifications_on: {
    subject: "You get notifications from Helios again",
    before: [
      "Hello {name},",
      "From now on Helios writes to you about your machines: alarms, maintenance and downtime.",
    ],
    link: "Open Helios",
    after: [],
  },
  comment_mention: {
    subject: "{author} mentioned you in a comment on {machine}",
    before: ["Hello {name},", "{author} wrote about {machine}:", "{text}"],
    link: "Open the comments",
    after: [],
  },
  parts_quote: {
    subject: "Parts quote requested: {maintenance}, {machine}",
    before: [
      "{person} of {customer} asks for a quote of parts.",
      "Part: {part}",
      "Maintenance: {maintenance}",
      "Machine: {machine}, serial number {serial}, {make} {model}",
      "Facility: {facility}",
      "Contact: {person}, {email}, {phone}",
    ],
    link: "Open the maintenance",
    after: [],
  },
  alarm_raised: {
    subject: "Alarm {alarm}: {machine}",
    before: [
      "{alarm} of {machine} ({facility}) went on at {when}. Priority: {priority}.",
      "You get one mail of an alarm in 15 minutes at most.",
    ],
    link: "Open the alarm",
    after: [],
  },
  alarm_storm: {
    subject: "{count} alarms at {facility}",
    before: ["{count} alarms of {facility} went on:"],
    link: "Open Helios",
    after: [],
  },
};

const es: Record<MailTemplate, Words> = {
  password_reset: {
    subject: "Restablezca su contraseña de Helios",
    before: [
      "Hola, {name}:",
      "Alguien, esperamos que usted, pidió restablecer la contraseña de su cuenta de Helios. El enlace sirve una sola vez, durante una hora.",
    ],
    link: "Elegir una contraseña nueva",
    after: ["Si no fue usted, no haga nada: su contraseña sigue igual."],
  },
  password_reset_demanded: {
    subject: "Elija una contraseña nueva de Helios",
    before: [
      "Hola, {name}:",
      "Un administrador le pide que elija una contraseña nueva para su cuenta de Helios. El enlace sirve una sola vez, durante una hora.",
    ],
    link: "Elegir una contraseña nueva",
    after: ["Cuando haya vencido, inicie sesión como siempre: ahí se le pide la contraseña nueva."],
  },
  account_setup: {
    subject: "Su cuenta de Helios está lista",
    before: [
      "Hola, {name}:",
      "Se creó una cuenta de Helios para usted. Elija una contraseña para empezar; el enlace sirve una sola vez, durante siete días.",
    ],
    link: "Elegir una contraseña",
    after: [],
  },
  password_changed: {
    subject: "Se cambió su contraseña de Helios",
    before: [
      "Hola, {name}:",
      "La contraseña de su cuenta de Helios se cambió el {when}. En los demás dispositivos se cerró la sesión.",
    ],
    link: "No fui yo: restablecer mi contraseña",
    after: ["Si fue usted, no tiene que hacer nada."],
  },
  email_changed_from: {
    subject: "Se cambió el correo de su cuenta de Helios",
    before: [
      "Hola, {name}:",
      "Su cuenta de Helios pertenece ahora a {email}; esta dirección ya no inicia sesión. El cambio se hizo el {when}.",
    ],
    after: ["Si no fue usted, avise de inmediato a Soporte: {support}"],
  },
  email_change_link: {
    subject: "Confirme esta dirección para su cuenta de Helios",
    before: [
      "Hola, {name}:",
      "Esta dirección se indicó para una cuenta de Helios el {when}. Vale cuando abra el enlace, que sirve una sola vez, durante 24 horas. Hasta entonces inicia sesión con la anterior.",
    ],
    link: "Confirmar esta dirección",
    after: ["Si no conoce Helios, alguien escribió mal su dirección: no haga nada y no se usará."],
  },
  email_change_asked: {
    subject: "Se indicó un correo nuevo para su cuenta de Helios",
    before: [
      "Hola, {name}:",
      "El {when} alguien que conoce su contraseña indicó {email} para su cuenta de Helios. Vale cuando se abra el enlace que enviamos allí.",
    ],
    link: "No fui yo: abrir mi cuenta y retirarlo",
    after: ["Si no fue usted, cambie también su contraseña o avise a Soporte: {support}"],
  },
  notifications_on: {
    subject: "Vuelve a recibir avisos de Helios",
    before: [
      "Hola, {name}:",
      "Desde ahora Helios le escribe sobre sus máquinas: alarmas, mantenimiento y paros.",
    ],
    link: "Abrir Helios",
    after: [],
  },
  comment_mention: {
    subject: "{author} le escribe en un comentario sobre {machine}",
    before: ["Hola, {name}:", "{author} escribió sobre {machine}:", "{text}"],
    link: "Abrir los comentarios",
    after: [],
  },
  parts_quote: {
    subject: "Cotización de repuestos solicitada: {maintenance}, {machine}",
    before: [
      "{person} de {customer} pide una cotización de repuestos.",
      "Pieza: {part}",
      "Mantenimiento: {maintenance}",
      "Máquina: {machine}, número de serie {serial}, {make} {model}",
      "Instalación: {facility}",
      "Contacto: {person}, {email}, {phone}",
    ],
    link: "Abrir el mantenimiento",
    after: [],
  },
  alarm_raised: {
    subject: "Alarma {alarm}: {machine}",
    before: [
      "{alarm} de {machine} ({facility}) se activó el {when}. Prioridad: {priority}.",
      "Recibe como máximo un correo por alarma cada 15 minutos.",
    ],
    link: "Abrir la alarma",
    after: [],
  },
  alarm_storm: {
    subject: "{count} alarmas en {facility}",
    before: ["Se activaron {count} alarmas de {facility}:"],
    link: "Abrir Helios",
    after: [],
  },
};

export const MAIL_WORDS: Record<Locale, Record<MailTemplate, Words>> = { en, es };

export const PHONE_CODE_WORDS: Record<Locale, string> = {
  en: "{code} is your Helios code. It is valid for 10 minutes. Nobody from Helios will ask you for it.",
  es: "{code} es su código de Helios. Vale 10 minutos. Nadie de Helios se lo pedirá.",
};

/** Under every notification. */
export const UNSUBSCRIBE_WORDS: Record<Locale, string> = {
  en: "Stop these notifications",
  es: "Dejar de recibir estos avisos",
};

/** Under every notification to a copied address, which has nothing to unsubscribe from. */
export const COPIED_WORDS: Record<Locale, string> = {
  en: `Your address is copied on these mails. To stop them, write to ${SUPPORT_EMAIL}.`,
  es: `Su dirección está en copia de estos correos. Para no recibirlos más, escriba a ${SUPPORT_EMAIL}.`,
};
