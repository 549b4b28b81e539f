import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import type { LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { type AreaLookup, fullPrefixOf } from './area-lookup.service.ts';
import { isSystemArea, uploadRoot, userRoot } from './areas.rules.ts';
import { ageRuleOf, bucketRuleOf, ruleFault } from './lifecycle.rules.ts';
import { lifecyclePreview } from './lifecycle-preview.service.ts';
import type { OwnVersions } from './own-versions.service.ts';
import { ageRevision, assertSeen, rulesRevision } from './setting-revisions.rules.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { Actor } from './storage.types.ts';
import type { AuditRecorder } from './storage-audit.service.ts';

const noVersions = 'As versões são do S3 em que a plataforma guarda os objetos: é ele que as elimina.';

/** Revision of the rules that a change was made from; undefined where it does not say. */
type Seen = string | undefined;

type Options = {
  storage: ObjectStorage;
  clock: Clock;
  repository: StorageRepository;
  lookup: AreaLookup;
  record: AuditRecorder;
  ownVersions: OwnVersions | null;
};

/** Creates and removes areas of people, and sets after how many days their objects are deleted. */
export function createAreaChanges(options: Options) {
  const { storage, clock, repository, lookup, record } = options;

  return {
    async create(area: { name: string; description: string }, actor: Actor): Promise<void> {
      const { name } = area;
      const level = await storage.listLevel(`${name}/`, { limit: 1 });
      const isReserved = name === userRoot || name === uploadRoot || isSystemArea(name);
      const row = { ...area, created_at: new Date(clock.nowMs()), created_by: actor.principal.accountId };
      const isFree = !isReserved && level.objects.length + level.prefixes.length === 0;
      if (!isFree || !(await repository.addBucket(row))) {
        throw new AppError('conflict', { detail: `Já existe uma área «${name}».` });
      }
      lookup.announce(name);
      await record(actor, 'data.modify', name, { act: 'create-bucket' });
    },

    async remove(name: string, actor: Actor): Promise<void> {
      const { root } = await lookup.writable(name);
      const level = await storage.listLevel(root, { limit: 1 });
      if (level.objects.length + level.prefixes.length > 0) {
        throw new AppError('conflict', { detail: 'A área ainda tem objetos. Elimine-os primeiro.' });
      }
      if (await repository.hasVersions(name)) {
        throw new AppError('conflict', { detail: 'A área ainda tem versões de objetos. Elimine-as primeiro.' });
      }
      await repository.removeBucket(name);
      lookup.announce(name);
      await record(actor, 'data.delete', name, { act: 'delete-bucket' });
    },

    async previewRules(name: string, rules: readonly LifecycleRule[], signal: AbortSignal) {
      const { root } = await lookup.writable(name);
      for (const { prefix } of rules) fullPrefixOf('', prefix);
      return lifecyclePreview(storage, root, { rules, nowMs: clock.nowMs(), signal });
    },

    /** Changes whether an area keeps versions, who may read it from other pages, and what it locks. */
    async setSettings(
      name: string,
      changed: Parameters<StorageRepository['saveSettings']>[1],
      actor: Actor,
      check?: Parameters<StorageRepository['saveSettings']>[2],
    ): Promise<void> {
      await lookup.writable(name);
      await repository.saveSettings(name, changed, check);
      lookup.announce(name);
      await record(actor, 'system.config.change', name, {
        act: 'bucket-settings',
        changed: JSON.stringify(changed).slice(0, 1000),
      });
    },

    ...ruleChanges(options),
  };
}

/** Changes of the rules by which an area loses objects. */
function ruleChanges({ repository, lookup, record, ownVersions }: Options) {
  function assertHolds(rules: readonly BucketRule[]): void {
    for (const rule of rules) {
      fullPrefixOf('', rule.prefix);
      const message = ruleFault(rule) ?? (rule.noncurrentDays !== null && ownVersions === null ? noVersions : null);
      if (message !== null) throw new AppError('validation_failed', { issues: [{ path: 'body.rules', message }] });
    }
  }
  async function change(name: string, next: (rules: readonly BucketRule[]) => readonly BucketRule[], actor: Actor) {
    await lookup.writable(name);
    const rules = await repository.changeRules(name, next);
    await record(actor, 'system.config.change', name, { act: 'lifecycle', rules });
  }
  const ages = (rules: readonly BucketRule[]) => rules.filter((rule) => ageRuleOf(rule) !== null);
  const others = (rules: readonly BucketRule[]) => rules.filter((rule) => ageRuleOf(rule) === null);

  return {
    /** Replaces the rules of plain age; the others stay. */
    async setRules(name: string, rules: readonly LifecycleRule[], seen: Seen, actor: Actor): Promise<LifecycleRule[]> {
      const unique = onePerPrefix(rules);
      const wanted = unique.map(bucketRuleOf);
      assertHolds(wanted);
      const next = (current: readonly BucketRule[]) => {
        assertSeen(seen, ageRevision(current));
        return [...wanted, ...others(current)];
      };
      await change(name, next, actor);
      return unique;
    },

    /** Replaces the rules that are more than plain age; those of plain age stay. Throws `validation_failed`. */
    async setOtherRules(name: string, rules: readonly BucketRule[], seen: Seen, actor: Actor): Promise<void> {
      assertHolds(rules);
      const next = (current: readonly BucketRule[]) => {
        assertSeen(seen, rulesRevision(current));
        return [...ages(current), ...rules];
      };
      await change(name, next, actor);
    },

    /** Replaces all rules. Throws `validation_failed` for one that can't be held to. */
    async replaceRules(name: string, rules: readonly BucketRule[], actor: Actor): Promise<void> {
      assertHolds(rules);
      await change(name, () => rules, actor);
    },
  };
}

/** One rule for each prefix: the last of several counts. */
export function onePerPrefix(rules: readonly LifecycleRule[]): LifecycleRule[] {
  return [...new Map(rules.map((rule) => [rule.prefix, rule])).values()];
}
