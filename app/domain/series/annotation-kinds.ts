/** `note`: what somebody has to say of a span. `looked_at`: that somebody looked at what was abnormal in it. */
export const ANNOTATION_KINDS = ["note", "looked_at"] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];
