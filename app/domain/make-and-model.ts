/** A machine's make and model in one: "Ward 15000 RDC", and not "Sun Sun625" where the model begins with its make. */
export const makeAndModel = ({ make, model }: { make: string; model: string }): string =>
  model.startsWith(make) ? model : `${make} ${model}`;
