/** Names of the design tokens with a prefix, as the page's own style sheets declare them. */
export function tokensOf(prefix: RegExp): readonly string[] {
  const names = new Set<string>();
  for (const sheet of document.styleSheets) collect(sheet, names);
  return [...names].filter((name) => prefix.test(name));
}

function collect(sheet: { readonly cssRules: CSSRuleList }, names: Set<string>): void {
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule) {
      for (const name of rule.style) if (name.startsWith('--k-')) names.add(name);
    }
    if (rule instanceof CSSGroupingRule) collect(rule, names);
  }
}

/** Value of a token in the theme shown. */
export function tokenValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
