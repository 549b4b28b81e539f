/** A focused element: itself, everything it stood in, and each one's place among its like. */
type Place = readonly { readonly element: Element; readonly index: number }[];

const focusable =
  'a[href], :is(button, input, select, textarea):not([disabled]), summary, [tabindex]:not([tabindex="-1"])';
/** Roots that come and go: the focus of what opened them is asked for once they are gone. */
const roots = '[role="dialog"], [role="menu"], [popover], #root';

function placeOf(focused: Element): Place {
  const place: { element: Element; index: number }[] = [];
  for (let element: Element | null = focused; element !== null && element !== document.body; ) {
    const parent: Element | null = element.parentElement;
    place.push({ element, index: parent === null ? 0 : [...parent.children].indexOf(element) });
    element = parent;
  }
  return place;
}

function firstIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null;
  if (element instanceof HTMLElement && element.matches(focusable)) return element;
  const within = [...element.querySelectorAll<HTMLElement>(focusable)];
  return within.find(isShown) ?? null;
}

/** The control nearest to where the focus was: what took its place, what stood before it, or what it stood in. */
function nearest(place: Place): HTMLElement | null {
  for (const [depth, { element }] of place.entries()) {
    if (!element.isConnected || depth === 0) continue;
    const { index } = place[depth - 1] ?? { index: 0 };
    const near = firstIn(element.children[index]) ?? firstIn(element.children[index - 1]) ?? firstIn(element);
    if (near !== null) return near;
  }
  return null;
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus to what stands nearest when the control that had it is taken away, as by the deletion of its row:
 * otherwise the next press of Tab begins at the top of the page. What it was given to by others in the meantime keeps it.
 */
export function keepFocus(): () => void {
  /** By the root that it stood in, latest last. */
  const places = new Map<Element | null, Place>();
  let latest: Place = [];
  let isByKeyboard = false;
  /** A button that cannot be pressed while its act runs: it takes the focus back when it can. */
  let waitsFor: Element | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    // After a click the focus is not given back: it would open explanations that nobody asked for.
    isByKeyboard = target.matches(':focus-visible');
    const root = target.closest(roots);
    waitsFor = null;
    latest = placeOf(target);
    places.delete(root);
    places.set(root, latest);
  };
  const recover = () => {
    if (!isByKeyboard || !isLost()) return;
    for (const [root, place] of [...places].reverse()) {
      // Of a dialog or a menu that is gone nothing is near: what lay beside it belongs to others, as a passing notice does.
      if (root !== null && !(root.isConnected && isShown(root))) {
        places.delete(root);
        continue;
      }
      const focused = place[0]?.element;
      const isLatest = place === latest;
      // Left by a person's own press somewhere else, not taken away.
      if (isLatest && focused?.isConnected === true) return;
      // Its opener cannot be pressed while the act that was chosen runs.
      if (focused?.isConnected === true && focused.matches('[disabled]')) {
        waitsFor = focused;
        return;
      }
      // A dialog that another dialog opened: what opened the first is still there.
      const near = focused?.isConnected === true ? firstIn(focused) : nearest(place);
      places.delete(root);
      if (near !== null) return near.focus({ preventScroll: true });
    }
  };
  let waiting: number | undefined;
  const watcher = new MutationObserver(() => {
    const [focused] = latest;
    if (!isByKeyboard || focused === undefined) return;
    if (focused.element.isConnected && focused.element.matches('[disabled]')) {
      waitsFor = focused.element;
      return;
    }
    if (waiting !== undefined || !isLost()) return;
    if (waitsFor?.isConnected === true) return firstIn(waitsFor)?.focus({ preventScroll: true });
    // A dialog gives the focus back by itself, and a menu hands it to the dialog that it opens.
    waiting = window.setTimeout(() => {
      waiting = undefined;
      recover();
    }, 200);
  });
  document.addEventListener('focusin', onFocus);
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    window.clearTimeout(waiting);
    document.removeEventListener('focusin', onFocus);
    watcher.disconnect();
  };
}
