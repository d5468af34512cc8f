import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  roleChanged: "Ahora tiene el rol {{role}}. La página muestra lo que este rol puede ver y hacer.",
  taken:
    "Una máquina está fuera de servicio o usted ya no tiene acceso a ella. La página se actualizó.",
  logoUnread: "No se pudo leer el logotipo de su empresa. Por ahora se muestra el de Helios.",
  print: { madeAt: "Impreso el {{time}}" },
  away: {
    form: "Sin conexión. Lo que llene se queda aquí: envíelo cuando Helios vuelva a responder.",
    question: "Sin conexión. No se puede hacer antes de que Helios vuelva a responder.",
  },
  logOutDialog: {
    title: "¿Cerrar la sesión de Helios?",
    text: "Los valores en vivo se detienen en esta pantalla hasta que alguien vuelva a entrar.",
    confirm: "Cerrar sesión",
    cancel: "Seguir conectado",
  },
  palette: {
    find: "Buscar…",
    title: "Buscar una máquina, una página o una acción",
    placeholder: "Máquina, página o acción",
    reading: "Cargando las máquinas…",
    nothing: "Nada se llama «{{query}}».",
    more_one: "{{count}} más. Escriba más de su nombre.",
    more_other: "{{count}} más. Escriba más del nombre.",
    unread: "No se pudieron leer las máquinas.",
    machine: "Máquina",
    page: "Página",
    act: "Acción",
    wall: "Presentación",
    print: "Imprimir esta página",
    keys: "Atajos de teclado",
    key_search: "Ir a la búsqueda de una lista",
    key_leave: "Vaciar una búsqueda y luego salir de ella",
    key_next: "Fila siguiente de una lista",
    key_previous: "Fila anterior de una lista",
    key_read: "Leer los valores de un gráfico; con Mayús, desplazarlo",
    key_zoom: "Ampliar o reducir un gráfico, verlo entero",
  },
};
