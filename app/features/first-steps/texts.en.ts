export const texts = {
  firstSteps: {
    title: "First steps",
    lead: "From an empty installation to the first machine on the dashboard. Each step is ticked as soon as Helios sees that it is done.",
    progress: "{{done}} of {{all}} steps are done.",
    states: { done: "Done", next: "Next", later: "Later" },
    superuser: "Set up the first superuser",
    superuserText: "That is you: this account sees everything and sets it up.",
    customer: "Add a customer",
    customerText: "The company whose plants send what their machines do.",
    facility: "Add its facility",
    facilityText: "A plant with its time zone. Machines and people belong to facilities.",
    machine: "Make an enrollment key, or add a machine",
    machineText:
      "With an enrollment key a gateway adds its machine by its first call; the next step does the same with curl. Without a gateway the machine is added by hand.",
    sample: "Send the first sample",
    sampleText:
      "From a terminal of Linux, macOS or WSL that reaches this address. Helios looks every few seconds and ticks this step when the sample has come.",
    sampleWaiting: "Waiting for the first sample…",
    key: "1. The enrollment key",
    keyText: "With the key that you have just made.",
    keyLost:
      "Put your key in place of hek_…. If you did not keep it, make a new one in step 4: it is filled in here then.",
    calls: "2. The machine, and its first sample",
    callsText:
      "The first call adds the machine FIRST-1 and answers its sampler key, the second sends with it. If the first is refused, its answer says why.",
    bySampler:
      "The machine that was added by hand needs a sampler: add one on its Samplers tab, which shows the key once and the commands to send with. Then come back by First steps in the account menu.",
    toSamplers: "Open its samplers",
    place: "Give the machine its facility",
    placeText:
      "It is not configured until its facility is chosen and saved. Then it has all its tabs and a place on the dashboard.",
    toConfiguration: "Open its configuration",
    allDone: "Helios is set up",
    allDoneText:
      "The first machine stands in its facility and sends. Before you invite people, choose its service tier: it decides which of its tabs they may use.",
    toDashboard: "Open the dashboard",
    toMachine: "Open the machine",
    toTiers: "Choose its service tier",
    toPeople: "Invite people",
  },
} as const;
