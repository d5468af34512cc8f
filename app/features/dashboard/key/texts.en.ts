export const texts = {
  key: {
    title: "Key",
    states: "Machine states",
    statesText:
      "Each state, how the strip draws it, and what it means. A state that is not confirmed for 15 minutes is unknown.",
    running_and_feeding: "The machine runs and takes in sheets.",
    running: "The machine turns, and takes in no sheets. It counts as running.",
    ready_to_run: "It stands still, is set up for the next order, and can start.",
    ready_in_setup: "It stands still while it is set up for the next order.",
    ready: "It stands still, with nothing that keeps it from work. Set-up has not begun.",
    not_ready: "It cannot run: starting up, jammed, stopped or faulty. Somebody should look.",
    off: "It is switched off or disconnected.",
    unknown: "Nothing was heard, or a state that Helios does not know. The strip is hatched.",
    past: "Curve and strip",
    curve:
      "Sheets per hour over the last {{hours}} h, drawn to the machine's own highest value. A gap means no readings.",
    strip:
      "The states of the same time: highest while feeding, lowest while off. The mark shows where the last 4 hours begin: uptime is counted from there.",
    stripOfMachine: "The states of the same time: highest while feeding, lowest while off.",
    figures: "Figures",
    share:
      "Sheets per hour as a share of this machine's good pace: it was faster for only 5% of the time that it worked in the last 30 days. “Of target”: a share of the target that somebody set. Narrow cards say “76% pace”.",
    minute:
      "Mean of the last minute: just after a stop it is not yet 0. “Falling” and “rising”: the machine has been in its state for less than that minute.",
    uptime:
      "How much of the last 4 h the machine ran, feeding or empty: the right half of the strip, from its mark. Time without readings counts as not running.",
    msf: "Thousand square feet of board per hour.",
    abnormal:
      "The reading is unusual for this machine. By itself it is a hint; an alarm can be set on it. Where there is no room for the word, its sign stands alone.",
    age: "Dimmed, with an age: nothing newer has come. A machine is silent while none of its values arrive.",
    signal: "How strong the machine's signal is: excellent, good, fair, poor or none.",
    overdue: "How many services are overdue at this machine.",
    alarm: "How many alarms are on at this machine; red: one is critical or high.",
    forecast: "Risk",
    risk: "The chance that the machine goes down, not ready for 5 minutes or longer, within the time that it says.",
    riskBands: "Low, green: up to 50%. Raised, amber: 51–90%. High, red: from 91%.",
    gauges: "Productivity and uptime.",
    noPattern:
      "What was learned from machines of this make tells no more yet than their average. No risk is shown rather than a guess.",
    down: "The machine is not ready. A forecast is made only for one that is on and not down.",
    order: "Order of the machines",
    orderText:
      "First machines with an alarm, the most urgent first. Then those not ready, the longest first; those with a raised or high risk; the silent ones; all others; and last those that are off. Overdue work does not change the order. A chip above the machines brings its own to the front.",
  },
} as const;
