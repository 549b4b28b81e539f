import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Whether `box` fills the screen, and the way in and out. Escape leaves: the browser's own doing inside a frame, ours around it. */
export function useFullscreen(box: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const [isFullscreen, setFullscreen] = useState(false);
  const toggle = useCallback(() => {
    const change = document.fullscreenElement === null ? box.current?.requestFullscreen() : document.exitFullscreen();
    change?.catch((cause: unknown) => console.warn('kianda: ecrã inteiro recusado pelo navegador', cause));
  }, [box]);
  useEffect(() => {
    const onChange = () =>
      setFullscreen(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.fullscreenElement === box.current) toggle();
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [box, toggle]);
  return [isFullscreen, toggle];
}
