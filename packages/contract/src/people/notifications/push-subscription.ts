import { z } from 'zod';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/, 'esperado base64url');

/** Where a browser takes messages, and the keys that they are sealed with. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.object({ p256dh: base64url.min(80).max(100), auth: base64url.min(16).max(40) }),
});
export type WantedSubscription = z.infer<typeof pushSubscriptionSchema>;
