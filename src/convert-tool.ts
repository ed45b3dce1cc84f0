/** The converter: `npm run convert -- FILE --from go|java` converts a Prebid Server host's configuration to Gavel's. */
import { runConvert } from './convert/run-convert.ts';
import { endTool, endWhenLost } from './command-output.ts';

endWhenLost('convert');

const faults = await runConvert(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  tell: (line) => void process.stderr.write(`convert: ${line}\n`),
  loadKnown: async () => (await (await import('./load-bidders.ts')).loadBidders()).known,
  judge: async (file) => {
    const { soundConfig } = await import('./start/sound-config.ts');
    const { startDoubts } = await import('./start/doubts.ts');
    const sound = await soundConfig(file, { env: {}, flags: {} });
    return 'faults' in sound
      ? { faults: sound.faults, doubts: [] }
      : { faults: [], doubts: [...startDoubts(sound.config, sound.bidders), ...sound.defaultDoubts] };
  },
});
endTool('convert', faults);
