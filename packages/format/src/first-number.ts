/**
 * Makes the environment read its tables of numbers, which a browser does at the first number: 14 to 30 ms, more than most
 * screens take to be drawn. Called while something else is waited for.
 */
export function readNumberTables(): void {
  new Intl.NumberFormat('pt-PT').format(0);
}
