import type { Shape } from "#app/locales/shape.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: Shape<typeof english> = {
  key: {
    title: "Simbología",
    states: "Estados de la máquina",
    statesText:
      "Cada estado, cómo lo dibuja la franja y qué significa. Un estado que no se confirma en 15 minutos es desconocido.",
    running_and_feeding: "La máquina está en marcha y toma láminas.",
    running: "La máquina gira y no toma láminas. Cuenta como en marcha.",
    ready_to_run: "Está detenida, preparada para el siguiente pedido, y puede arrancar.",
    ready_in_setup: "Está detenida mientras se prepara para el siguiente pedido.",
    ready: "Está detenida y nada le impide trabajar. La preparación no ha empezado.",
    not_ready:
      "No puede funcionar: arrancando, atascada, en paro o con falla. Alguien debería revisarla.",
    off: "Está apagada o desconectada.",
    unknown: "No hubo datos, o Helios no conoce ese estado. La franja se ve rayada.",
    past: "Curva y franja",
    curve:
      "Láminas por hora en las últimas {{hours}} h, a escala del valor más alto de la máquina. Un hueco significa que no hubo lecturas.",
    strip:
      "Los estados en ese mismo tiempo: más alta mientras alimenta, más baja mientras está apagada. La marca señala donde empiezan las últimas 4 horas: desde ahí se cuenta la disponibilidad.",
    stripOfMachine:
      "Los estados en ese mismo tiempo: más alta mientras alimenta, más baja mientras está apagada.",
    figures: "Cifras",
    share:
      "Láminas por hora como parte del buen ritmo de esta máquina: solo fue más rápida en el 5 % del tiempo que trabajó en los últimos 30 días. «De la meta»: parte de la meta que alguien fijó. Las tarjetas estrechas dicen «76 % ritmo».",
    minute:
      "Media del último minuto: justo después de un paro todavía no es 0. «Bajando» y «subiendo»: la máquina lleva en su estado menos de ese minuto.",
    uptime:
      "Qué parte de las últimas 4 h estuvo en marcha, alimentando o en vacío: la mitad derecha de la franja, desde su marca. El tiempo sin lecturas cuenta como detenida.",
    msf: "Miles de pies cuadrados de cartón por hora.",
    abnormal:
      "La lectura es inusual para esta máquina. Por sí sola es un indicio; se le puede poner una alarma. Donde no cabe la palabra, queda solo el signo.",
    age: "Atenuado y con su antigüedad: no ha llegado nada más reciente. Una máquina está sin datos mientras no llega ninguno de sus valores.",
    signal:
      "Qué tan fuerte es la señal de la máquina: excelente, buena, regular, mala o sin señal.",
    overdue: "Cuántos servicios están vencidos en esta máquina.",
    alarm: "Cuántas alarmas están activas en esta máquina; en rojo: una es crítica o alta.",
    forecast: "Riesgo",
    risk: "La probabilidad de que la máquina se pare, no lista por 5 minutos o más, dentro del tiempo indicado.",
    riskBands: "Bajo, verde: hasta 50 %. Elevado, ámbar: 51–90 %. Alto, rojo: desde 91 %.",
    gauges: "Productividad y disponibilidad.",
    noPattern:
      "Lo aprendido de las máquinas de esta marca todavía no dice más que su promedio. Mejor ningún riesgo que una adivinanza.",
    down: "La máquina no está lista. Solo hay pronóstico para una que está encendida y sin paro.",
    order: "Orden de las máquinas",
    orderText:
      "Primero las máquinas con alarma, la más urgente antes. Luego las no listas, la que lleva más tiempo antes; las de riesgo elevado o alto; las que están sin datos; todas las demás; y al final las apagadas. El trabajo vencido no cambia el orden. Un botón de aviso sobre las máquinas trae las suyas al frente.",
  },
};
