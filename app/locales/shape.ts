/** The keys of the English texts; a language that lacks one, or has one too many, fails the build. */
export type Shape<T> = { [Key in keyof T]: T[Key] extends string ? string : Shape<T[Key]> };
