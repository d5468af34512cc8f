import { useEffect, useRef, useState } from "react";

/** Valid until JavaScript knows better, so that a form works without it; what the browser filled in counts as typed. */
export function useFormValidity() {
  const ref = useRef<HTMLFormElement>(null);
  const [valid, setValid] = useState(true);
  const check = () => {
    const form = ref.current;
    if (form !== null)
      setValid(form.checkValidity() || form.querySelector("input:autofill") !== null);
  };
  useEffect(check, []);
  return { ref, valid, check };
}
