import type { DataOf } from '@kianda/contract';
import type { SavedMap } from '@kianda/contract/open/maps/maps.contract';
import {
  createMapLink,
  listMapLinks,
  type MapLink,
  mapLinkDays,
  previewMapLink,
  revokeMapLink,
} from '@kianda/contract/open/maps/public-maps.contract';
import { DataTable, Dialog, EmptyState, Panel, useNow } from '@kianda/ui';
import { Button, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import { columnsOf } from './link-columns.tsx';
import styles from './maps.module.css';
import { publicLinkTexts as texts } from './public-links.texts.pt.ts';

const changed = [listMapLinks] as const;
type Made = DataOf<typeof createMapLink>;

/** Links that open a map without an account: their list, and dialogs to make and revoke them. */
export function PublicLinks({ map }: { readonly map: SavedMap }) {
  const now = useNow(60);
  const links = useEndpoint(listMapLinks, { query: { map: map.id } });
  const revoke = useAction(revokeMapLink, changed);
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<MapLink | null>(null);
  const columns = columnsOf({ nowMs: now, onRevoke: setRevoking });
  return (
    <>
      <Panel
        id="ligacoes-publicas"
        title={texts.title}
        description={texts.description}
        source={links}
        actions={
          <Button size="xs" onClick={() => setIsMaking(true)}>
            {texts.make}
          </Button>
        }
        isEmpty={(value) => value.links.length === 0}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
        flush
      >
        {(value) => (
          <DataTable id="ligacoes" label={texts.title} columns={columns} rows={value.links} rowId={({ id }) => id} />
        )}
      </Panel>
      {isMaking ? (
        <MakeLink map={map} embedOrigins={links.sourced?.value.embedOrigins ?? []} onClose={() => setIsMaking(false)} />
      ) : null}
      {revoking === null ? null : (
        <ConfirmDialog
          title={texts.revokeTitle}
          body={texts.revokeText}
          confirm={texts.revoke}
          isDangerous
          onConfirm={async () => {
            const outcome = await revoke.run({ params: { linkId: revoking.id } }, { offline: 'fail' });
            return outcome.state === 'failed' ? outcome.failure.message : null;
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

type MakeProps = {
  readonly map: SavedMap;
  readonly embedOrigins: readonly string[];
  readonly onClose: () => void;
};

function MakeLink({ map, embedOrigins, onClose }: MakeProps) {
  const preview = useEndpoint(previewMapLink, { params: { id: map.id } });
  const make = useAction(createMapLink, changed);
  const [days, setDays] = useState<number>(mapLinkDays.usual);
  const [note, setNote] = useState('');
  const [made, setMade] = useState<Made | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = days >= mapLinkDays.least && days <= mapLinkDays.most;
  const submit = async () => {
    const outcome = await make.run({ params: { id: map.id }, body: { days, note } }, { offline: 'fail' });
    if (outcome.state === 'done') setMade(outcome.data);
    else setFailure(outcome.state === 'failed' ? outcome.failure.message : texts.offline);
  };
  if (made !== null) return <MadeLink map={map} made={made} embedOrigins={embedOrigins} onClose={onClose} />;
  const layers = preview.sourced?.value;
  return (
    <Dialog onClose={onClose} title={texts.makeTitle(map.name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !make.isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <p>{texts.makeText}</p>
          {layers === undefined ? null : (
            <>
              <p>
                <strong>{texts.shown}</strong> {layers.shown.length === 0 ? texts.onlySea : layers.shown.join(', ')}.
              </p>
              {layers.refused.length === 0 ? null : (
                <div>
                  <strong>{texts.refused}</strong>
                  <ul className={styles.refused}>
                    {layers.refused.map(({ layer, title, reason }) => (
                      <li key={layer}>
                        {title}: {reason}
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </>
          )}
          <NumberInput
            label={texts.days}
            description={texts.daysHelp}
            value={days}
            min={mapLinkDays.least}
            max={mapLinkDays.most}
            allowDecimal={false}
            required
            onChange={(value) => setDays(Number(value))}
          />
          <TextInput
            label={texts.note}
            description={texts.noteHelp}
            value={note}
            maxLength={200}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <DialogFoot
            failure={failure}
            confirm={texts.make}
            isRunning={make.isRunning}
            isReady={isReady}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** HTML that shows a map in a page of another site. */
export function embedSnippet(title: string, embedUrl: string): string {
  const safe = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${embedUrl}" title="${safe}" width="100%" height="560" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
}

type MadeProps = MakeProps & { readonly made: Made };

function MadeLink({ map, made, embedOrigins, onClose }: MadeProps) {
  const snippet = embedSnippet(map.name, made.embedUrl);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ tone: 'success', message: texts.copied });
    } catch {
      notify({ tone: 'error', title: texts.copy, message: texts.copyFailed });
    }
  };
  return (
    <Dialog onClose={onClose} title={texts.madeTitle} closeOnClickOutside={false}>
      <Stack gap="sm">
        <p>{texts.madeText}</p>
        <TextInput
          label={texts.url}
          value={made.url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group gap="xs">
          <Button variant="default" onClick={() => void copy(made.url)}>
            {texts.copy}
          </Button>
          <Button variant="default" component="a" href={made.url} target="_blank" rel="noopener noreferrer">
            {texts.open}
          </Button>
        </Group>
        <Textarea
          label={texts.snippet}
          description={embedOrigins.length === 0 ? texts.noEmbed : texts.embedFrom(embedOrigins)}
          value={snippet}
          readOnly
          rows={4}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group gap="xs" justify="space-between">
          <Button variant="default" onClick={() => void copy(snippet)}>
            {texts.copySnippet}
          </Button>
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
