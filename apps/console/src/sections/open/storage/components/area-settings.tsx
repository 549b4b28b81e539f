import { allows } from '@kianda/contract';
import { type BucketSettings, bucketSettings } from '@kianda/contract/open/storage/bucket-settings.contract';
import { formatCount } from '@kianda/format';
import { Panel, StatusPill } from '@kianda/ui';
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ruleText } from '../api/rule-text.ts';
import { areaSettingsTexts as texts } from '../settings-texts.pt.ts';
import { CorsRemoval, PolicyRemoval, RuleRemoval, VersionsConfirm } from './area-confirms.tsx';
import { CorsForm } from './cors-form.tsx';
import { LockForm } from './lock-form.tsx';
import { PolicyForm } from './policy-form.tsx';
import { RuleForm } from './rule-form.tsx';

/** The dialog that is open: a form, or the question before something goes. */
type Open =
  | { readonly kind: 'versions' | 'lock' | 'policy' | 'close' | 'cors' | 'rule' }
  | { readonly kind: 'drop-cors' | 'drop-rule'; readonly index: number };

/** Versions, lock, policy, CORS and rules of an area: seen by who reads it, changed by who manages the storage. */
export default function AreaSettings({ bucket }: { readonly bucket: string }) {
  const { role } = useAccount();
  const settings = useEndpoint(bucketSettings, { params: { name: bucket } }, { refetchSeconds: 60 });
  const [open, setOpen] = useState<Open | null>(null);
  const mayManage = allows('storage:manage', role);
  return (
    <Panel id="definicoes" title={texts.title} description={texts.description} source={settings}>
      {(value) => (
        <Stack gap="md">
          <VersionsRow value={value} mayManage={mayManage} onOpen={setOpen} />
          <PolicyRow value={value} mayManage={mayManage} onOpen={setOpen} />
          <CorsRow value={value} mayManage={mayManage} onOpen={setOpen} />
          <RulesRow value={value} mayManage={mayManage} onOpen={setOpen} />
          {open === null ? null : <Dialogs bucket={bucket} value={value} open={open} onClose={() => setOpen(null)} />}
        </Stack>
      )}
    </Panel>
  );
}

type RowProps = {
  readonly value: BucketSettings;
  readonly mayManage: boolean;
  readonly onOpen: (open: Open) => void;
};

function Row({ label, children, actions }: { label: string; children: ReactNode; actions: ReactNode }) {
  return (
    <section aria-label={label}>
      <Group justify="space-between" align="flex-start" wrap="wrap">
        <div>
          <strong>{label}</strong>
          <div>{children}</div>
        </div>
        <Group gap="xs">{actions}</Group>
      </Group>
    </section>
  );
}

function Act({ label, described, onAct }: { label: string; described?: string; onAct: () => void }) {
  return (
    <Button size="compact-sm" variant="default" aria-label={described ?? label} onClick={onAct}>
      {label}
    </Button>
  );
}

function VersionsRow({ value: { versioning, lock }, mayManage, onOpen }: RowProps) {
  const { versions, lock: locks } = texts;
  const days = lock?.days ?? null;
  const locked =
    lock === null
      ? versioning === 'enabled'
        ? locks.none
        : locks.needsVersions
      : days === null || lock.mode === null
        ? locks.on
        : locks.byDefault(locks.modes[lock.mode], formatCount(days, ...locks.dayCount));
  const mayChange = mayManage && !(versioning === 'enabled' && lock !== null);
  const change = versioning === 'enabled' ? versions.suspend : versions.enable;
  return (
    <>
      <Row
        label={versions.label}
        actions={mayChange ? <Act label={change} onAct={() => onOpen({ kind: 'versions' })} /> : null}
      >
        {versions.states[versioning]}
      </Row>
      <Row
        label={locks.label}
        actions={
          mayManage && versioning === 'enabled' ? (
            <Act
              label={texts.edit}
              described={`${texts.edit}: ${locks.label}`}
              onAct={() => onOpen({ kind: 'lock' })}
            />
          ) : null
        }
      >
        {locked}
      </Row>
    </>
  );
}

function PolicyRow({ value: { policy, isPublic, publicBlock }, mayManage, onOpen }: RowProps) {
  const { policy: words } = texts;
  const described = (label: string) => `${label}: ${words.label}`;
  const isBlocked = policy !== null && publicBlock?.restrictPublicBuckets === true;
  return (
    <Row
      label={words.label}
      actions={
        mayManage ? (
          <>
            <Act label={texts.edit} described={described(texts.edit)} onAct={() => onOpen({ kind: 'policy' })} />
            {policy === null ? null : (
              <Act label={texts.remove} described={described(texts.remove)} onAct={() => onOpen({ kind: 'close' })} />
            )}
          </>
        ) : null
      }
    >
      <StatusPill tone={isPublic ? 'caution' : 'good'}>{isPublic ? texts.open : texts.closed}</StatusPill>{' '}
      {policy === null ? words.none : isPublic ? words.isPublic : isBlocked ? words.blocked : words.isClosed}
    </Row>
  );
}

function CorsRow({ value: { cors }, mayManage, onOpen }: RowProps) {
  const { cors: words } = texts;
  return (
    <Row
      label={words.label}
      actions={
        mayManage ? (
          <Act label={texts.add} described={`${texts.add}: ${words.label}`} onAct={() => onOpen({ kind: 'cors' })} />
        ) : null
      }
    >
      {cors.length === 0 ? words.none : null}
      {cors.map(({ origins, methods }, index) => {
        const named = origins.join(', ');
        return (
          <Group key={`${named} ${methods.join(' ')}`} gap="xs">
            <span>{words.rule(named, methods.join(', '))}</span>
            {mayManage ? (
              <Act
                label={texts.remove}
                described={words.removeOf(named)}
                onAct={() => onOpen({ kind: 'drop-cors', index })}
              />
            ) : null}
          </Group>
        );
      })}
    </Row>
  );
}

function RulesRow({ value: { rules }, mayManage, onOpen }: RowProps) {
  const { rules: words } = texts;
  return (
    <Row
      label={words.label}
      actions={
        mayManage ? (
          <Act label={texts.add} described={`${texts.add}: ${words.label}`} onAct={() => onOpen({ kind: 'rule' })} />
        ) : null
      }
    >
      {rules.length === 0 ? words.none : null}
      {rules.map((rule, index) => (
        <Group key={`${rule.name} ${ruleText(rule)}`} gap="xs">
          <span>{ruleText(rule)}</span>
          {mayManage ? (
            <Act
              label={texts.remove}
              described={words.removeOf(ruleText(rule))}
              onAct={() => onOpen({ kind: 'drop-rule', index })}
            />
          ) : null}
        </Group>
      ))}
    </Row>
  );
}

type DialogsProps = {
  readonly bucket: string;
  readonly value: BucketSettings;
  readonly open: Open;
  readonly onClose: () => void;
};

function Dialogs({ bucket, value, open, onClose }: DialogsProps) {
  const props = { bucket, value, onClose };
  switch (open.kind) {
    case 'versions':
      return <VersionsConfirm {...props} />;
    case 'lock':
      return <LockForm bucket={bucket} lock={value.lock} onClose={onClose} />;
    case 'policy':
      return <PolicyForm bucket={bucket} policy={value.policy} revision={value.revisions.policy} onClose={onClose} />;
    case 'close':
      return <PolicyRemoval {...props} />;
    case 'cors':
      return <CorsForm {...props} />;
    case 'rule':
      return <RuleForm {...props} />;
    case 'drop-cors':
      return <CorsRemoval {...props} index={open.index} />;
    case 'drop-rule':
      return <RuleRemoval {...props} index={open.index} />;
  }
}
