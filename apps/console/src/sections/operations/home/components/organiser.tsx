import { type HomeTile, homeTileIds, tilesFor } from '@kianda/contract/operations/home/home-tiles';
import { PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import type { useHomeLayout } from '../api/use-layout.ts';
import styles from '../home.module.css';
import { homeTexts as texts } from '../texts.pt.ts';
import { tileKinds } from '../tiles/tiles.ts';
import { movedTo } from './moved.ts';
import { useDragOrder } from './use-drag-order.ts';

type Props = { readonly layout: ReturnType<typeof useHomeLayout>; readonly onLeave: () => void };
type Direction = 'earlier' | 'later';

/** The layout while it is organised: its tiles, which change at once, and the last move in words. */
function useDraftTiles(initial: readonly HomeTile[]) {
  const [tiles, setTiles] = useState(initial);
  const [said, setSaid] = useState('');
  const focus = useFocusAfterMove(tiles);
  const place = (tile: HomeTile, at: number) => {
    const next = movedTo(tiles, tile, at);
    setTiles(next);
    setSaid(texts.moved(texts.tiles[tile], next.indexOf(tile) + 1, next.length));
  };
  const dragged = useDragOrder(focus.list, (moving, over) => {
    const tile = tiles.find((one) => one === moving);
    const target = tiles.find((one) => one === over);
    if (tile !== undefined && target !== undefined) place(tile, tiles.indexOf(target));
  });
  const step = (tile: HomeTile, direction: Direction) => {
    focus.after(tile, direction);
    place(tile, tiles.indexOf(tile) + (direction === 'earlier' ? -1 : 1));
  };
  return { tiles, setTiles, said, dragged, step, list: focus.list };
}

/** The tiles as boxes to be dragged, or moved with the buttons of each; nothing is kept before 'Guardar'. */
export default function Organiser({ layout, onLeave }: Props) {
  const { role } = useAccount();
  const { tiles, setTiles, said, dragged, step, list } = useDraftTiles(layout.tiles);
  const others = tilesFor(homeTileIds, role).filter((tile) => !tiles.includes(tile));
  const leaveAfter = async (done: Promise<boolean>) => {
    if (await done) onLeave();
  };
  return (
    <>
      <div className={styles.organiserActions}>
        <Button
          loading={layout.isSaving}
          disabled={tiles.length === 0}
          onClick={() => void leaveAfter(layout.save(tiles))}
        >
          {texts.done}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {texts.cancel}
        </Button>
        {layout.isOwn ? (
          <Button variant="subtle" onClick={() => void leaveAfter(layout.reset())}>
            {texts.reset}
          </Button>
        ) : null}
      </div>
      {layout.failure === null ? null : (
        <p role="alert" className={styles.lead}>
          {layout.failure.message}
        </p>
      )}
      <p role="status" className="k-visually-hidden">
        {said}
      </p>
      <ul ref={list} className={styles.grid} aria-label={texts.tilesLabel}>
        {tiles.map((tile, index) => (
          <li
            key={tile}
            className={styles.box}
            data-tile={tile}
            data-thirds={tileKinds[tile].thirds}
            data-dragged={dragged === tile}
            draggable
          >
            <IconGripVertical size={18} aria-hidden="true" className={styles.grip} />
            <h2 className={styles.boxTitle}>{texts.tiles[tile]}</h2>
            <BoxButtons
              tile={tile}
              isFirst={index === 0}
              isLast={index === tiles.length - 1}
              onStep={(direction) => step(tile, direction)}
              onRemove={() => setTiles(tiles.filter((other) => other !== tile))}
            />
          </li>
        ))}
      </ul>
      <OtherTiles tiles={others} onAdd={(tile) => setTiles([...tiles, tile])} />
    </>
  );
}

type OthersProps = { readonly tiles: readonly HomeTile[]; readonly onAdd: (tile: HomeTile) => void };

function OtherTiles({ tiles, onAdd }: OthersProps) {
  return (
    <PanelFrame title={texts.addTitle}>
      {tiles.length === 0 ? <p className={styles.lead}>{texts.allShown}</p> : null}
      <ul className={styles.addList}>
        {tiles.map((tile) => (
          <li key={tile}>
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden="true" />}
              onClick={() => onAdd(tile)}
            >
              {texts.addOf(texts.tiles[tile])}
            </Button>
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}

type ButtonProps = {
  readonly tile: HomeTile;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onStep: (direction: Direction) => void;
  readonly onRemove: () => void;
};

function BoxButtons({ tile, isFirst, isLast, onStep, onRemove }: ButtonProps) {
  const name = texts.tiles[tile];
  return (
    <div className={styles.boxButtons}>
      <button
        type="button"
        className={styles.boxButton}
        data-move="earlier"
        aria-label={texts.earlierOf(name)}
        title={texts.earlier}
        aria-disabled={isFirst}
        onClick={() => (isFirst ? undefined : onStep('earlier'))}
      >
        <IconArrowLeft size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.boxButton}
        data-move="later"
        aria-label={texts.laterOf(name)}
        title={texts.later}
        aria-disabled={isLast}
        onClick={() => (isLast ? undefined : onStep('later'))}
      >
        <IconArrowRight size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.boxButton}
        aria-label={texts.removeOf(name)}
        title={texts.remove}
        onClick={onRemove}
      >
        <IconX size={17} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Keeps the focus on the button that moved a tile: the browser loses it when the box changes its place. */
function useFocusAfterMove(tiles: readonly HomeTile[]) {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<{ readonly tile: HomeTile; readonly direction: Direction } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the tiles is what moves the buttons.
  useEffect(() => {
    if (wanted.current === null) return;
    const { tile, direction } = wanted.current;
    wanted.current = null;
    list.current
      ?.querySelector<HTMLButtonElement>(`[data-tile="${tile}"] [data-move="${direction}"]`)
      ?.focus({ preventScroll: false });
  }, [tiles]);
  return {
    list,
    after: (tile: HomeTile, direction: Direction) => {
      wanted.current = { tile, direction };
    },
  };
}
