/** First letters of the first and last name, or of the e-mail where there is no name. */
export function initialsOf({ name, email }: { readonly name: string; readonly email: string }): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const first = words.at(0) ?? email;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (first.charAt(0) + last.charAt(0)).toLocaleUpperCase('pt-PT');
}
