import { allows } from '@kianda/contract';
import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { foldText } from '@kianda/format';
import { cx } from '@kianda/ui';
import { IconAppWindow, IconBolt, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSettings } from '../app-root.tsx';
import { useAccount } from '../client/context.tsx';
import { useEndpoint } from '../client/use-endpoint.ts';
import { allSections, groupOf } from '../sections/sections.ts';
import styles from './palette.module.css';
import { type Command, rankCommands } from './palette-commands.ts';
import { paletteTexts } from './palette-texts.pt.ts';
import { SectionIcon } from './section-icons.tsx';
import { useOpenSection } from './use-section.ts';
import { useSignOut } from './use-sign-out.ts';

type Props = { readonly onClose: () => void };

/** Everything that can be opened or done, found by typing. */
export default function Palette({ onClose }: Props) {
  const commands = useCommands();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => rankCommands(commands, query), [commands, query]);
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
        {found.length === 0 ? <p className={styles.none}>{paletteTexts.none(query)}</p> : null}
      </div>
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

function iconOf(command: Command): ReactNode {
  if (command.kind === 'action') return <IconBolt size={16} />;
  if (command.kind === 'interface') return <IconAppWindow size={16} />;
  return <SectionIcon id={command.iconId ?? ''} size={16} />;
}

function useCommands(): readonly Command[] {
  const { role } = useAccount();
  const { preferences, change } = useSettings();
  const open = useOpenSection();
  const signOut = useSignOut();
  const catalogue = useEndpoint(listInterfaces, {}, { refetchSeconds: 0 }).sourced?.value.interfaces;
  const sections = allSections
    .filter((section) => allows(section.access, role))
    .map<Command>((section) => {
      const group = groupOf(section.id);
      return {
        id: `section-${section.id}`,
        kind: 'section',
        label: section.title,
        detail: group?.label ?? '',
        words: foldText(`${section.title} ${section.label} ${section.id} ${group?.label ?? ''}`),
        iconId: group?.id ?? section.id,
        run: () => open(section.id),
      };
    });
  const pages = allows('interfaces:read', role)
    ? interfaces.map<Command>((entry) => {
        const isActive = catalogue?.find((known) => known.id === entry.id)?.isActive ?? false;
        return {
          id: `interface-${entry.id}`,
          kind: 'interface',
          label: entry.name,
          detail: isActive ? '' : paletteTexts.inactive,
          words: foldText(`${entry.name} ${entry.description} ${entry.features.join(' ')}`),
          run: () => open('scientific-interfaces', { interface: entry.id }),
        };
      })
    : [];
  const action = (id: string, label: string, run: () => void): Command => ({
    id: `action-${id}`,
    kind: 'action',
    label,
    detail: '',
    words: foldText(label),
    run,
  });
  const actions = [
    action('light', paletteTexts.actions.light, () => change({ colourScheme: 'light' })),
    action('dark', paletteTexts.actions.dark, () => change({ colourScheme: 'dark' })),
    action('system', paletteTexts.actions.system, () => change({ colourScheme: 'auto' })),
    action('coordinates', paletteTexts.actions.coordinates, () =>
      change({ coordinates: preferences.coordinates === 'minutes' ? 'decimal' : 'minutes' }),
    ),
    action('zone', paletteTexts.actions.zone, () =>
      change({ timeZone: preferences.timeZone === 'UTC' ? 'Africa/Luanda' : 'UTC' }),
    ),
    action('print', paletteTexts.actions.print, () => setTimeout(() => window.print(), 200)),
    action('sign-out', paletteTexts.actions.signOut, () => void signOut(false)),
  ];
  return [...sections, ...pages, ...actions];
}
