import { SALES_EMAIL } from "#app/domain/support.ts";
import type { texts as english } from "./texts.en.ts";
import type { Shape } from "#app/locales/shape.ts";

export const texts: Shape<typeof english> = {
  problems: {
    required: "{{field}}: campo obligatorio",
    wrong_type: "Revise lo que ha escrito aquí.",
    one_of: "Elija una de las opciones.",
    email: "Escriba un correo como nombre@empresa.com",
    time_zone: "Elija una zona horaria de la lista.",
    too_short: "Al menos {{least}} caracteres.",
    too_long: "Como máximo {{most}} caracteres.",
    list_too_short: "Elija al menos {{least}}.",
    list_too_long: "Elija como máximo {{most}}.",
    at_least: "Al menos {{least}}.",
    more_than: "Más de {{least}}.",
    at_most: "Como máximo {{most}}.",
    unknown_fields: "Recargue la página e inténtelo de nuevo.",
    one_customer: "Elija instalaciones de un solo cliente.",
    customer_of_display: "Elija instalaciones del cliente al que pertenece la pantalla.",
    demo_mode: "El modo de demostración está activado. Desactívelo para hacer cambios.",
    phone: "Escriba un número de EE. UU. o Canadá, o uno mexicano si el país es México.",
    state_of_country: "Elija un estado del país.",
    zone_of_country: "Elija una zona horaria del país.",
    email_taken: "Esta dirección pertenece a otra cuenta.",
    role_not_yours: "Elija un rol que usted pueda asignar.",
    no_customer:
      "Déjelo vacío: los superusuarios y los superusuarios OEM no pertenecen a ningún cliente.",
    facilities_of_customer: "Elija instalaciones del cliente.",
    own_account: "No puede hacer esto con su propia cuenta.",
    own_access: "En su propia cuenta, solo otro administrador puede cambiarlo.",
    has_password: "Esta cuenta ya tiene contraseña.",
    changed_meanwhile:
      "Otra persona acaba de cambiar esto. Recargue la página e inténtelo de nuevo.",
    last_superuser: "Es el último superusuario activo.",
    not_empty:
      "No está vacío: máquinas {{machines}}, instalaciones {{facilities}}, personas {{people}}, pantallas {{displays}}.",
    pairing_code: "Este código no es válido o ha caducado. Mire otra vez la pantalla.",
    limit: "Ya tiene {{most}}, que es el máximo. Elimine uno primero.",
    limit_of_day: "Ya hay {{most}} de las últimas 24 horas, que es el máximo. Inténtelo más tarde.",
    wait: "Demasiados intentos. Inténtelo de nuevo en {{minutes}} min.",
    time_range: "Elija un intervalo de tiempo válido",
    key_lifetime: "Elija un momento dentro de los próximos {{most}} días.",
    comment_time: "Después de #t= no hay una hora. Escríbala como en #t=2026-11-22T10:15.",
    people_unreadable:
      "La línea {{line}} no se puede leer como CSV. Busque unas comillas sin su pareja.",
    people_columns: "La primera línea debe nombrar las columnas. Faltan: {{names}}.",
    people_extra:
      "Hay más datos que columnas: {{text}}. Ponga entre comillas los datos que llevan coma, y una | entre las instalaciones.",
    people_empty: "No hay ninguna persona debajo de la línea con las columnas.",
    report_too_large:
      "Serían más de {{most}} valores. Elija pasos más largos, un intervalo más corto o menos medidas.",
    gone: "Alguien lo ha eliminado entretanto.",
    fixed: "Esto no se puede cambiar ni eliminar.",
    forbidden: "No tiene permiso para hacer esto.",
    offline:
      "Helios no respondió. Lo que escribió sigue aquí. Puede que haya llegado: compruébelo antes de enviarlo de nuevo.",
    offline_asked:
      "Helios no respondió. Puede que se haya hecho de todos modos: compruébelo antes de pedirlo otra vez.",
    server:
      "Algo falló de nuestro lado. Lo que escribió sigue aquí: inténtelo de nuevo en un momento o contacte con Soporte.",
    server_asked:
      "Algo falló de nuestro lado. Compruebe si se hizo e inténtelo de nuevo en un momento, o contacte con Soporte.",
    sent_before:
      "Su primer envío sí llegó y se agregó como lo había llenado entonces. Búsquelo antes de enviar otro.",
    session_ended:
      "Su sesión ha terminado. Lo que escribió sigue aquí: inicie sesión y envíelo de nuevo.",
    session_ended_asked: "Su sesión ha terminado. Inicie sesión e inténtelo de nuevo.",
    later_than: "El final debe ser posterior al inicio.",
    future: "No puede estar en el futuro.",
    part_of_machine: "Elija un componente de esta máquina.",
    reason_of_component: "Elija un motivo de este componente.",
    not_together: "Indique solo uno de los dos.",
    after_today: "Como muy tarde hoy.",
    long_ago: "Dentro de los últimos {{years}} años.",
    before_last_time: "No antes de la última vez que se hizo.",
    metrics_unknown: "La máquina no tiene estas métricas: {{names}}",
    metric_in_use:
      "«{{name}}» se conoce por su nombre o está asignada. Elimine primero su asignación.",
    maintenance_name_taken: 'Ya existe un mantenimiento con el nombre "{{name}}".',
    out_of_service:
      "La máquina está fuera de servicio. Vuelva a ponerla en servicio primero, en Configuración.",
    other_machine: "Elija una máquina distinta de esta.",
    not_replaceable:
      "Una de las dos máquinas cambió entretanto: esta no debe tener instalación todavía y la otra debe estar en servicio.",
    acknowledged_already: "Alguien ya la reconoció entretanto.",
    not_shelved: "Ya no está en pausa.",
    not_overdue: "Solo se puede posponer un mantenimiento vencido.",
    not_a_number: "Escriba un número.",
    separator_of_thousands: "Escríbalo sin separador de miles.",
    tier_limit: `El nivel de servicio de la máquina incluye {{most}} mantenimientos. Para más, escriba a ${SALES_EMAIL}.`,
    not_in_tier: `El nivel de servicio de la máquina no incluye este. Para ampliarlo, escriba a ${SALES_EMAIL}.`,
    tomorrow_or_later: "Mañana o más tarde.",
    within_two_years: "Dentro de dos años.",
    one_line: "Use una sola línea.",
    turned_line: "Lleva un signo invisible que cambia el sentido del texto. Escríbalo de nuevo.",
    taken: "Ya está en uso.",
    zone_name: "Elija una zona horaria de la lista.",
    not_correct: "Ese código no es correcto, inténtelo de nuevo.",
    six_digits: "Escriba las seis cifras.",
    authentication_failed: "Credenciales no válidas. Inténtelo de nuevo.",
    account_locked_too_many_attempts:
      "Cuenta bloqueada: demasiados intentos de inicio de sesión. Contacte con soporte o restablezca su contraseña.",
    wrong_password: "Esta no es su contraseña actual",
    expired: "Ese código ya no sirve. Envíe otro e inténtelo de nuevo.",
    link_used: "Este enlace ha caducado o ya se usó.",
    password_in_use: "Es la contraseña en uso; elija otra.",
    password_common: "Es una de las contraseñas más comunes; elija otra.",
    password_differs: "Las dos contraseñas son distintas.",
    human_key_required: "La etiqueta legible es obligatoria.",
    human_key_restrictions:
      "La etiqueta legible solo puede llevar letras, cifras y guion bajo, como máximo 64 caracteres.",
    human_key_in_use: "La etiqueta legible ya está en uso.",
    machine_key_required:
      "La etiqueta de máquina necesita una etiqueta superior: Parent, Parent.Child, Parent[index] o Parent|bit, como máximo 256 caracteres.",
    machine_key_in_use: "La etiqueta de máquina ya está en uso.",
    child_required: "Elija un miembro: este tipo tiene miembros.",
    child_unknown: "Este tipo no tiene ningún miembro con ese nombre.",
    index_too_large: "El índice supera la longitud del tipo.",
    bit_range: "Un bit va de 0 a 31.",
    bit_of_integer: "Solo un número entero tiene bits.",
    type_unknown: "Este muestreador no tiene ese tipo de telemetría.",
    lower_bound_range: "El percentil inferior debe ser 0, o más de 0 y menos de 50.",
    upper_bound_range: "El percentil superior debe ser más de 50 y como máximo 100.",
    lower_bound_required:
      "El percentil inferior es obligatorio si la detección por umbral está activa.",
    upper_bound_required:
      "El percentil superior es obligatorio si la detección por umbral está activa.",
    anomaly_tag_limit: "La detección UTS ya está activa en 200 etiquetas de este muestreador.",
    whole_seconds: "{{field}} debe ser en segundos enteros.",
    listed_twice: "Cada dirección una sola vez.",
    detection_required: "Active al menos un tipo de detección de anomalías",
    no_sap: "La planta de la máquina no tiene protocolo SAP.",
    notification_rate: "Escriba de 1 a {{most}}",
    sentence: "Revise lo que ha escrito aquí.",
    summary: "No se ha cambiado nada. Revise los campos marcados.",
  },
};
