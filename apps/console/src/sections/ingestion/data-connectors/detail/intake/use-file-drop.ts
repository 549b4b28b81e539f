import { type RefObject, useEffect, useRef, useState } from 'react';

/** Files dropped on an element, and whether some are held over it: the pointer's way only, so no handler of its own role. */
export function useFileDrop<E extends HTMLElement>(onDrop: (files: FileList) => void): [RefObject<E | null>, boolean] {
  const target = useRef<E>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = () => setOver(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) latest.current(event.dataTransfer.files);
    };
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  }, []);
  return [target, isOver];
}
