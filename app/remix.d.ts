import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  interface Future {
    /** Loader data travels as it is: dates, promises and nulls keep their types. */
    v3_singleFetch: true;
  }
}
