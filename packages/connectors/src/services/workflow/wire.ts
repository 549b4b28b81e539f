import { z } from 'zod';

const text = z.string().nullish();
const texts = z.record(z.string(), z.unknown()).nullish();

/** Description and addresses of the service; all but the first three may be missing. */
export const clientInfoWire = z.looseObject({
  message: z.string(),
  company: z.string(),
  status: z.string(),
  version: text,
  description: text,
  features: z.array(z.string()).nullish(),
  accessPoints: texts,
  technicalSpecs: texts,
  contact: texts,
  timestamp: text,
});

export const serviceRowWire = z.looseObject({
  name: z.string(),
  port: z.union([z.number(), z.string()]).nullish(),
  url: text,
  type: text,
  priority: text,
  description: text,
  status: text,
  clientAccess: z.boolean().nullish(),
  state: text,
});

/** In an envelope, or as they are. */
export const servicesWire = z.union([
  z.array(serviceRowWire).transform((services) => ({ services, overall: null, timestamp: null })),
  z.looseObject({ services: z.array(serviceRowWire), overall: text, timestamp: text }),
]);
