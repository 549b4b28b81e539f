const creativeCommons = /\bCC[- ]?BY((?:[- ](?:NC|SA|ND))*)\b|licenses\/by((?:-(?:nc|sa|nd))*)\//i;
const publicDomain = /\bCC[- ]?(?:0|zero)\b|publicdomain\/zero/i;

/** Short name of a licence that providers give as a sentence or an address (`CC BY-NC 4.0`); any other text as it is. */
export function licenceName(text: string): string {
  const [version] = /\b[1-4]\.0\b/.exec(text) ?? [];
  const after = version === undefined ? '' : ` ${version}`;
  const found = creativeCommons.exec(text);
  if (found !== null) {
    const terms = (found[1] ?? found[2] ?? '').replaceAll(' ', '-').toUpperCase();
    return `CC BY${terms}${after}`;
  }
  return publicDomain.test(text) ? `CC0${after}` : text;
}
