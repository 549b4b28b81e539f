/** Types of the part of ggencoder 1.0.10 that the benches use; it comes without any. */
declare module 'ggencoder' {
  /** Parts of one message share `session`; `valid` is false until the last came. */
  class AisDecode {
    constructor(sentence: string, session?: object);
    readonly valid: boolean;
    readonly mmsi: string;
  }
  const ggencoder: { readonly AisDecode: typeof AisDecode };
  export default ggencoder;
}
