import { useEffect, useState } from 'react';

/** The control that opened a dialog; for an entry of a menu, which is gone by then, the menu's button. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu === undefined || menu === null ? active : document.getElementById(menu);
}

/**
 * Gives the focus back to the control that opened a dialog, once the dialog is gone. Mantine does so only for a dialog
 * that stays mounted while it is closed; ours are mounted open, and the focus would be lost to the page's beginning.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(() => {
    let isOpen = true;
    return () => {
      isOpen = false;
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!isOpen && isLost && opener instanceof HTMLElement && opener.isConnected) {
          opener.focus({ preventScroll: true });
        }
      });
    };
  }, [opener]);
}
