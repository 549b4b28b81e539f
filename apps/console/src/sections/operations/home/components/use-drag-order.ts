import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Value of `data-tile` of the box that an event is in; null outside of them. */
function boxOf(event: Event): string | null {
  const box = event.target instanceof Element ? event.target.closest('[data-tile]') : null;
  return box?.getAttribute('data-tile') ?? null;
}

/** Boxes of a list that are dragged among each other: `onOver` is told what is dragged and over which other one. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onOver: (dragged: string, over: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef({ dragged, onOver });
  useLayoutEffect(() => {
    latest.current = { dragged, onOver };
  });
  // With the boxes themselves: a drag that begins at once must not be lost.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const start = (event: DragEvent) => {
      const box = boxOf(event);
      if (box === null || event.dataTransfer === null) return;
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags nothing that carries nothing.
      event.dataTransfer.setData('text/plain', box);
      setDragged(box);
    };
    const enter = (event: DragEvent) => {
      const over = boxOf(event);
      const { dragged: moving, onOver: tell } = latest.current;
      if (moving !== null && over !== null && over !== moving) tell(moving, over);
    };
    // Only a place that accepts what is dragged ends the drag where it is.
    const accept = (event: DragEvent) => event.preventDefault();
    const end = () => setDragged(null);
    element.addEventListener('dragstart', start);
    element.addEventListener('dragenter', enter);
    element.addEventListener('dragover', accept);
    element.addEventListener('drop', accept);
    element.addEventListener('dragend', end);
    return () => {
      element.removeEventListener('dragstart', start);
      element.removeEventListener('dragenter', enter);
      element.removeEventListener('dragover', accept);
      element.removeEventListener('drop', accept);
      element.removeEventListener('dragend', end);
    };
  }, [list]);
  return dragged;
}
