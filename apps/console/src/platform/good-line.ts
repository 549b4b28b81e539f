/** Of the browser's word on its line, which not every browser gives. */
type Line = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether files may be fetched before anybody asks for them: unless the browser says that its line is bad or dear. */
export function isGoodLine(browser: Navigator): boolean {
  const line = (browser as { readonly connection?: Line }).connection;
  return line?.saveData !== true && (line?.effectiveType === undefined || line.effectiveType === '4g');
}
