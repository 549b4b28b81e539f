import { formatCoordinates, formatNumber } from '@kianda/format';
import { cx } from '@kianda/ui';
import {
  IconAppWindow,
  IconBell,
  IconBolt,
  IconBook2,
  IconBuildingLighthouse,
  IconDatabase,
  IconFileText,
  IconFish,
  IconMap,
  IconMapPin,
  IconPlug,
  IconSearch,
  IconSettings,
  IconShip,
  IconUser,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSettings } from '../../app-root.tsx';
import { SectionIcon } from '../section-icons.tsx';
import { useOpenSection } from '../use-section.ts';
import styles from './palette.module.css';
import {
  type Command,
  type CommandKind,
  groupCommands,
  type ScoredCommand,
  scoreCommands,
} from './palette-commands.ts';
import { paletteTexts } from './texts.pt.ts';
import { typedCoordinates } from './typed-coordinates.ts';
import { type FoundThings, useFoundThings } from './use-found-things.ts';
import { useGuideCommands } from './use-guide-commands.ts';
import { useOwnCommands } from './use-own-commands.ts';

type Props = { readonly onClose: () => void };

/** Everything that can be opened or done, found by typing. */
export default function Palette({ onClose }: Props) {
  const [query, setQuery] = useState('');
  const { found, things } = useResults(query);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const current = Math.min(chosen, found.length - 1);

  useEffect(() => {
    list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, current, found.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) run(found[current]);
    else setChosen(next);
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={paletteTexts.label}
      onClose={onClose}
      // A click on the dialog itself, not on what it holds, is a click on the page behind it.
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <SearchField
        ref={field}
        listId={listId}
        current={found.length > 0 ? current : null}
        query={query}
        onQuery={(next) => {
          setQuery(next);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        ref={list}
        role="listbox"
        aria-label={paletteTexts.results}
        className={styles.list}
        tabIndex={-1}
      >
        {found.map((command, index) => (
          <Row
            key={command.id}
            id={`${listId}-${index}`}
            command={command}
            index={index}
            heading={found[index - 1]?.kind === command.kind ? null : paletteTexts.kinds[command.kind]}
            isCurrent={index === current}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <Told query={query} count={found.length} things={things} />
      <p className={styles.help}>{paletteTexts.help}</p>
    </dialog>
  );
}

/** Index that an arrow key leads to, round the ends; null for any other key. */
function movedBy(key: string, current: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined || count === 0 ? null : (current + step + count) % count;
}

type FieldProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly listId: string;
  /** Index of the current command; null where none is found. */
  readonly current: number | null;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function SearchField({ ref, listId, current, query, onQuery, onKeyDown }: FieldProps) {
  return (
    <div className={styles.searchRow}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        ref={ref}
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current === null ? undefined : `${listId}-${current}`}
        aria-label={paletteTexts.label}
        placeholder={paletteTexts.placeholder}
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

type RowProps = {
  readonly id: string;
  readonly command: Command;
  readonly index: number;
  readonly heading: string | null;
  readonly isCurrent: boolean;
  readonly onRun: () => void;
};

function Row({ id, command, index, heading, isCurrent, onRun }: RowProps) {
  return (
    <>
      {heading === null ? null : (
        <p className={styles.heading} role="presentation">
          {heading}
        </p>
      )}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        data-index={index}
        className={cx(styles.row, isCurrent && styles.current)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRun}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onRun();
        }}
      >
        <span className={styles.icon} aria-hidden="true">
          {iconOf(command)}
        </span>
        <span className={styles.label}>{command.label}</span>
        <span className={styles.detail}>{command.detail}</span>
      </div>
    </>
  );
}

const icons: Readonly<Partial<Record<CommandKind, ReactNode>>> = {
  place: <IconMapPin size={16} />,
  action: <IconBolt size={16} />,
  guide: <IconBook2 size={16} />,
  interface: <IconAppWindow size={16} />,
  vessel: <IconShip size={16} />,
  species: <IconFish size={16} />,
  'vessel-alert': <IconBell size={16} />,
  alert: <IconBell size={16} />,
  area: <IconMap size={16} />,
  port: <IconMapPin size={16} />,
  station: <IconBuildingLighthouse size={16} />,
  connector: <IconPlug size={16} />,
  dataset: <IconDatabase size={16} />,
  map: <IconMap size={16} />,
  report: <IconFileText size={16} />,
  user: <IconUser size={16} />,
  setting: <IconSettings size={16} />,
};

function iconOf({ kind, iconId }: Command): ReactNode {
  return icons[kind] ?? <SectionIcon id={iconId ?? ''} size={16} />;
}

/** Answers to what is typed: of the console at once, of the server when they come. Nothing typed shows everything it can do. */
function useResults(query: string): { readonly found: readonly Command[]; readonly things: FoundThings } {
  const own = useOwnCommands();
  const place = usePlace(query);
  const things = useFoundThings(query);
  const question = useQuestion(query);
  const guide = useGuideCommands(query);
  const found = useMemo(() => {
    if (query.trim() === '') return own;
    return groupCommands([...place, ...question, ...scoreCommands([...own, ...guide], query), ...things.commands]);
  }, [own, place, question, guide, things.commands, query]);
  return { found, things };
}

/** Words from which on a text is rather a question than a name. */
const questionWords = 4;

/** The typed words as a question to the assistant: first where they end as one, below all that is found elsewhere. */
function useQuestion(query: string): readonly ScoredCommand[] {
  const open = useOpenSection();
  return useMemo(() => {
    const question = query.trim();
    const isAsked = question.endsWith('?');
    if (!isAsked && question.split(/\s+/).length < questionWords) return [];
    return [
      {
        id: 'ask-assistant',
        kind: 'action',
        label: paletteTexts.ask(question),
        detail: paletteTexts.askDetail,
        score: isAsked ? 1000 : 1,
        run: () => open('assistente', { ask: question.slice(0, 400) }),
      },
    ];
  }, [query, open]);
}

/** Zoom at which a place that was typed is shown. */
const placeZoom = 9;

/** The place that typed coordinates name, on the map of the fleet. */
function usePlace(query: string): readonly ScoredCommand[] {
  const open = useOpenSection();
  const { preferences } = useSettings();
  return useMemo(() => {
    const position = typedCoordinates(query);
    if (position === null) return [];
    const [lon, lat] = position;
    const camera = `${lon.toFixed(4)},${lat.toFixed(4)},${placeZoom}`;
    return [
      {
        id: 'place',
        kind: 'place',
        label: paletteTexts.goTo(formatCoordinates(position, preferences.coordinates)),
        detail: paletteTexts.goToDetail,
        score: 1000,
        run: () => open('global-fishing-watch', { camera }),
      },
    ];
  }, [query, open, preferences.coordinates]);
}

type ToldProps = { readonly query: string; readonly count: number; readonly things: FoundThings };

/** How the search goes: read out by screen readers, seen where there is something to know. */
function Told({ query, count, things }: ToldProps) {
  const notes = [
    ...(things.isSearching ? [paletteTexts.searching] : count === 0 ? [paletteTexts.none(query)] : []),
    ...(things.isUnreachable ? [paletteTexts.unreachable] : []),
    ...(things.unavailable.length === 0
      ? []
      : [paletteTexts.unavailable(things.unavailable.map((kind) => paletteTexts.kinds[kind]).join(', '))]),
  ];
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className={styles.none}>
          {note}
        </p>
      ))}
      {notes.length === 0 && query.trim() !== '' ? (
        <p className="k-visually-hidden">{paletteTexts.found(formatNumber(count))}</p>
      ) : null}
    </div>
  );
}
