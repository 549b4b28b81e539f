/** Whether a text is written as a UUID: PostgreSQL fails on any other where a column is one. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
