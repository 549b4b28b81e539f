import type { Endpoint, InputOf } from '@kianda/contract';
import {
  type BucketSettings,
  bucketSettings,
  putBucketCors,
  putBucketPolicy,
  putBucketRules,
  putBucketVersions,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { ruleText } from '../api/rule-text.ts';
import { useSettingAction } from '../api/use-setting-action.ts';
import { areaSettingsTexts as texts } from '../settings-texts.pt.ts';

const refreshed = [bucketSettings, listBuckets] as const;

type Props = { readonly bucket: string; readonly value: BucketSettings; readonly onClose: () => void };
type IndexedProps = Props & { readonly index: number };

/** A change of an area's settings that a dialog asks for: answers why it failed, or says that it is done. */
function useSettingChange<E extends Endpoint>(endpoint: E, input: InputOf<E>, said: string) {
  const { run } = useSettingAction(endpoint, refreshed);
  return async () => {
    const outcome = await run(input, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: said });
    return null;
  };
}

export function VersionsConfirm({ bucket, value, onClose }: Props) {
  const { versions: words } = texts;
  const isOn = value.versioning === 'enabled';
  const versioning = isOn ? 'suspended' : 'enabled';
  const input = { params: { name: bucket }, body: { versioning } } as const;
  const change = useSettingChange(putBucketVersions, input, words[versioning]);
  return (
    <ConfirmDialog
      title={isOn ? words.suspend : words.enable}
      body={isOn ? words.suspendBody : words.enableBody}
      confirm={isOn ? words.suspend : words.enable}
      isDangerous={isOn}
      onConfirm={change}
      onClose={onClose}
    />
  );
}

export function PolicyRemoval({ bucket, value, onClose }: Props) {
  const { policy: words } = texts;
  const input = { params: { name: bucket }, body: { policy: null, revision: value.revisions.policy } };
  const remove = useSettingChange(putBucketPolicy, input, words.removed);
  return <Removal title={words.removeTitle(bucket)} body={words.removeBody} onConfirm={remove} onClose={onClose} />;
}

export function CorsRemoval({ bucket, value, index, onClose }: IndexedProps) {
  const { cors: words } = texts;
  const rules = value.cors.filter((_, at) => at !== index);
  const input = { params: { name: bucket }, body: { rules, revision: value.revisions.cors } };
  const remove = useSettingChange(putBucketCors, input, words.saved);
  const named = value.cors[index]?.origins.join(', ') ?? '';
  return <Removal title={words.removeTitle(named)} body={words.removeBody} onConfirm={remove} onClose={onClose} />;
}

export function RuleRemoval({ bucket, value, index, onClose }: IndexedProps) {
  const { rules: words } = texts;
  const rules = value.rules.filter((_, at) => at !== index);
  const input = { params: { name: bucket }, body: { rules, revision: value.revisions.rules } };
  const remove = useSettingChange(putBucketRules, input, words.saved);
  const rule = value.rules[index];
  const body = words.removeBody(rule === undefined ? '' : ruleText(rule));
  return <Removal title={words.removeTitle} body={body} onConfirm={remove} onClose={onClose} />;
}

type RemovalProps = {
  readonly title: string;
  readonly body: string;
  readonly onConfirm: () => Promise<string | null>;
  readonly onClose: () => void;
};

const Removal = (props: RemovalProps) => <ConfirmDialog confirm={texts.remove} {...props} />;
