import { FILES } from './families.js'
import type { GovernedRow } from './governed_row.js'

/** Rules about machines, games, tools and their surroundings, and the tasks that can follow or break them. */
export const MACHINE_ROWS: readonly GovernedRow[] = [
  {
    says: 'hal. register_access registers',
    task: 'driver sensor i2c spi. uart gpio pin. pins. adc. pwm. timer dma. can. register interrupt led. motor treiber capteur pilote controlador battery voltage temperature display button relay switch channel interface wake sleep spannung temperatur taste batterie schalt tension température bouton relais batería tensión botón relé read_the',
    han: '寄存器',
    hanTask: '驱动 传感器 引脚 串口 温度 电压 电池 继电器 按键',
    files: /(?:^|\/)(?:hal|drivers?)\//u,
  },
  {
    says: 'interrupt_handler interrupt_handlers isr. in_interrupts interruption',
    task: 'interrupt isr. irq. button press pulse pin. pins. timer edge react taster encoder drehgeber impuls bouton impulsion pulsador external rising falling count_the wheel flow meter wake debounce zähl prell compt contar rebote',
    han: '中断',
    hanTask: '按键 脉冲 引脚 计数 唤醒 外部',
  },
  {
    says: 'to_flash write_flash flash_memory eeprom',
    task: 'save. stor. store survive persist remember keep. write. log. flash eeprom counter settings configuration calibration reboot restart power_cut power-cycle power_loss last_state neustart stromausfall einstellung redémarr coupure réglage reinici corte_de',
    han: '闪存',
    hanTask: '保存 写入 重启 掉电 断电 记住',
  },
  {
    says: 'delta_time frame_time fixed_step fps. deltatime',
    task: 'mov fall. falls dash jump speed friction swoop fly. flies slide slid collision physic gravity animat bodies projectile enemy chase walk run. patrol knockback bounce bewegung spring fall. geschwind déplac saute vitesse muev salta velocidad move moves moving accelerat decelerat rotat turn. turns follow follows chase flee camera shake timer cooldown spawn scroll drift gravit throw shoot bullet rocket swim climb crouch sprint platform beweg verfolg flieg dreh kamera schieß renn läuf schnell langsam avance tourne poursui fuir caméra tire. tirer court. courir marche grimp nage lent vite gira persigue persegu huye cámara dispara corre. camina nada. lent rápid plataforma',
    han: '帧率 帧时间',
    hanTask: '移动 跳 速度 碰撞 动画 敌人 跟随 追 旋转 相机 射击 子弹 冲刺 加速 飞',
  },
  {
    says: 'audio_thread audio_callback',
    task: 'sound audio music volume mix play. plays. fade mute sample. ton. musik lautst son. musique sonido música footstep noise effect synth filter oscillator delay reverb pitch tempo beat record microphone equali compressor geräusch schritt klang effekt bruit pas. effet pasos ruido efecto grabar',
    han: '音频线程',
    hanTask: '声音 音乐 音量 音效 录音 混响 麦克风',
  },
  {
    says: 'unsafe_block unsafe_blocks',
    task: 'unsafe ffi pointer raw. transmute simd sse. c. bytes_of bounds_check zero-copy memory mmap cast layout performance faster bindings c_library',
    han: 'unsafe块',
  },
  {
    says: 'crc. radio_packet',
    task: 'packet radio send. receiv message decode protocol acknowledg transmit telemetry frame payload lora ble. bluetooth modbus telegram empfang sende. übertrag trame émet recevoir recib transmit',
    han: '数据包',
    hanTask: '接收 发送 协议 蓝牙 帧',
  },
  {
    says: 'pathlib os.path path.join filepath.join file_paths chemins_de rutas_de dateipfad',
    task: 'path file files folder directory dir. read. write. load. save. walk recursive export import download upload scan glob subfolder script datei ordner pfad lies. fichier dossier chemin archivo carpeta ruta. lee.',
    form: /\b[A-Z]+_(?:DIR|PATH|FILE)\b/u,
    families: [FILES],
    han: '路径',
    hanTask: '文件 目录 读取 写入',
  },
  {
    says: 'command_line_options command_line_flags with_click argparse clap. cobra. kommandozeilenoption',
    task: 'option flag argument cli. command subcommand switch command_line starting pick. kommandozeile befehl schalter commande comando opción dry_run dry-run quiet verbose json_output output_format choose pass. let_the_user configurable filter_by only_show via_parameter trockenlauf ausgabe_als wählbar choisir sortie_en elegir salida_en que_diga',
    form: /(?:^|\s)--?[a-z][\w-]*/u,
    han: '命令行参数',
    hanTask: '命令 选项 参数 子命令 选择 指定',
  },
  {
    says: 'junit assertj hamcrest mockito detox cypress playwright vitest jest. mocha. pytest. node:test end-to-end_tests httpx_client write_tests table_tests',
    task: 'test tests. testing tested cover spec. coverage prueba regression unit_test fails_on coverage abdeckung regression couvr cobertura regresión',
    isOfTests: true,
    han: '测试框架',
    hanTask: '测试 用例 覆盖率 回归',
    files:
      /(?:^|\/)(?:tests?|specs?|__tests__|pruebas|e2e)\/|[._-](?:test|spec)s?\.\w+$|Tests?\.\w+$/u,
  },
]
