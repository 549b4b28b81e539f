/** The part of @radiantearth/stac-migrate 2 that the tests use; it comes without types. */
declare module '@radiantearth/stac-migrate' {
  /** Each returns the object it was given, brought to the newest version of STAC and of its extensions. */
  const migrate: {
    item<T extends object>(item: T): T;
    collection<T extends object>(collection: T): T;
  };
  export default migrate;
}
