/** Open dialogs, the innermost last. */
const open: symbol[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Says that this dialog is open, above all others. */
export function addOpenDialog(id: symbol): void {
  open.push(id);
  changed();
}

/** Says that this dialog is closed; one that was never open changes nothing. */
export function removeOpenDialog(id: symbol): void {
  const place = open.indexOf(id);
  if (place === -1) return;
  open.splice(place, 1);
  changed();
}

export function isTopDialog(id: symbol | undefined): boolean {
  return open.at(-1) === id;
}

export function isDialogOpen(): boolean {
  return open.length > 0;
}

/** Calls the listener whenever a dialog opens or closes; returns how to end that. */
export function subscribeOpenDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
