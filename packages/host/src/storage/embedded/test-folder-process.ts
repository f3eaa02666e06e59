import { DataFolder } from './data-folder.ts'

/** Takes a data folder, with a new store if it has none, and prints how much memory this process has then. */
const [, , path = ''] = process.argv
const folder = await DataFolder.take(path)
process.stdout.write(String(process.memoryUsage.rss()))
folder.release()
