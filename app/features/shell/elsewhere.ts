/** In a form sent to /preferences: it was done in another window, and is kept already. The page is read anew, as after its own form. */
export const ELSEWHERE = "elsewhere";
