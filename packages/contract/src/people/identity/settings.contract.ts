import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { type VesselType, vesselTypes } from '../../fleet/vessels/vessel-types.ts';
import { criteriaPlanSchema, mostPlans } from '../../space/spatial/criteria-plan.ts';

/** Minutes between automatic refreshes that a person may choose. */
export const refreshChoices = [1, 5, 10, 30] as const;
export const confidenceLevels = [1, 2, 3, 4] as const;

const fishingSettingsSchema = z.object({
  alertsEnabled: z.boolean(),
  autoRefresh: z.boolean(),
  /** Minutes. */
  refreshInterval: z.union(refreshChoices.map((minutes) => z.literal(minutes))),
  vesselTypes: z
    .array(z.enum(Object.keys(vesselTypes) as [VesselType, ...VesselType[]]))
    .min(1)
    .max(Object.keys(vesselTypes).length),
  confidenceLevel: z.union(confidenceLevels.map((level) => z.literal(level))),
});

/** Steps of the guided tour that the account opened. */
const tourSettingsSchema = z.object({ seen: z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(100) });

/** First steps that a person has met. */
const firstStepsSchema = z.object({
  tour: z.enum(['new', 'taken', 'declined']),
  setup: z.enum(['shown', 'hidden']),
});

/** Until when the call for the second step is put away. */
const twoStepNoticeSchema = z.object({ hiddenUntil: instantSchema.nullable() });

/** The menu as a person wants it: sections kept at its top, and whether it is a narrow rail of icons. */
const menuSchema = z.object({
  favourites: z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).max(20),
  isRail: z.boolean(),
});

/** Saved views of lists, by list: named parameters of the screen's address. */
const listViewsSchema = z.record(
  z.string().regex(/^[\w-]{1,60}$/),
  z
    .array(
      z.object({
        name: z.string().trim().min(1).max(60),
        search: z.record(z.string().regex(/^\w{1,40}$/), z.string().max(300)),
      }),
    )
    .max(20),
);

/** Multi-criteria plans with their judgements. */
const criteriaPlansSchema = z.object({ plans: z.array(criteriaPlanSchema).max(mostPlans) });

/** Settings that an account may store on the server; every part has a schema, and anything else is refused. */
export const userSettings = {
  'global-fishing-watch': fishingSettingsSchema,
  'demo-enhanced': tourSettingsSchema,
  'list-views': listViewsSchema,
  'first-steps': firstStepsSchema,
  'two-step-notice': twoStepNoticeSchema,
  menu: menuSchema,
  'criteria-plans': criteriaPlansSchema,
} as const;
export type SettingsScope = keyof typeof userSettings;
export type UserSettings<S extends SettingsScope> = z.output<(typeof userSettings)[S]>;
const scopes = Object.keys(userSettings) as [SettingsScope, ...SettingsScope[]];

const scopeParams = z.object({ scope: z.enum(scopes) });
const valueSchema = z.record(z.string().max(100), z.json());
const keptSchema = z.object({
  /** Value in the shape that `userSettings` gives for the scope; null where the account has stored none. */
  value: valueSchema.nullable(),
  updatedAt: instantSchema.nullable(),
});

export const mySettings = endpoint({
  id: 'mySettings',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/me/settings/{scope}',
  summary: 'Preferências da própria conta numa parte da consola',
  access: 'session',
  params: scopeParams,
  response: keptSchema,
});

export const saveMySettings = endpoint({
  id: 'saveMySettings',
  service: 'admin-api',
  method: 'PUT',
  path: '/me/settings/{scope}',
  summary: 'Guarda as preferências da própria conta numa parte da consola',
  access: 'session',
  params: scopeParams,
  body: z.object({
    value: valueSchema,
    /** Value that the choice was made on: what it left alone stays as stored. Without it the whole is replaced. */
    base: valueSchema.optional(),
  }),
  response: keptSchema,
});

export const settingsEndpoints = [mySettings, saveMySettings] as const;
